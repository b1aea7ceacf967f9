r"""The whole document for plain pdflatex: what it needs is in Debian's texlive-latex-base and texlive-latex-recommended."""

from __future__ import annotations

from base64 import b64decode
from functools import partial

from derive.typeset.latex_page import TEXT_WIDTH
from netlemma.report.gather import Report
from netlemma.report.pdf.families import families
from netlemma.report.pdf.models import figures, models
from netlemma.report.pdf.papers import errata, papers
from netlemma.report.pdf.summary import bibliography, reproduce, summary

NAME = "netlemma"
PREAMBLE = r"""\documentclass[10pt,a4paper]{report}
\usepackage{amsmath,amssymb,array,longtable,graphicx,color}
\IfFileExists{microtype.sty}{\usepackage{microtype}}{}
\usepackage[hidelinks,unicode,pageanchor=false,pdftitle={Interconnection networks},bookmarksnumbered]{hyperref}
\pdfinfoomitdate=1 \pdftrailerid{} \pdfsuppressptexinfo=-1
\setlength{\textwidth}{WIDTHpt}\setlength{\oddsidemargin}{0pt}\setlength{\evensidemargin}{0pt}
\setlength{\textheight}{680pt}\setlength{\topmargin}{-40pt}
\setlength{\emergencystretch}{4em}\setcounter{MaxMatrixCols}{20}\setcounter{secnumdepth}{2}\setcounter{tocdepth}{1}
\setlength{\tabcolsep}{4pt}\setlength{\LTpre}{4pt}\setlength{\LTpost}{4pt}
\renewcommand{\arraystretch}{1.1}\allowdisplaybreaks\raggedbottom
\AtBeginDocument{\setlength{\abovedisplayskip}{4pt plus 2pt}\setlength{\belowdisplayskip}{4pt plus 2pt}}
\definecolor{good}{rgb}{0,0.4,0.2}\definecolor{bad}{rgb}{0.7,0.1,0}\definecolor{open}{rgb}{0.4,0.35,0}
\newcommand{\verdict}[2]{\textcolor{#1}{\textbf{#2}}}
\newcommand{\command}[1]{\par\smallskip{\raggedright\small\noindent\hangindent=2em\hangafter=1\texttt{\$} #1\par}\smallskip}
\newsavebox{\drawn}
\newcommand{\drawing}[2]{\par\medskip\noindent\begin{minipage}{\textwidth}\centering\sbox{\drawn}{\includegraphics{#1}}%
\ifdim\wd\drawn<\textwidth\ifdim\ht\drawn<0.5\textheight\usebox{\drawn}\else\includegraphics[height=0.5\textheight]{#1}\fi
\else\includegraphics[width=\textwidth,height=0.75\textheight,keepaspectratio]{#1}\fi
\par\smallskip\refstepcounter{figure}\raggedright\textbf{Figure~\thefigure.} #2\end{minipage}\par\medskip}
\newcolumntype{L}[1]{>{\raggedright\arraybackslash\hspace{0pt}}p{#1}}
\newtheorem{lemma}{Lemma}[section]
\newtheorem{proposition}[lemma]{Proposition}
\newtheorem{claim}{Claim}[section]
\newtheorem{erratum}{Erratum}[section]
\title{Interconnection networks:\\ closed forms, proofs, measurements, errata}
\author{netlemma VERSION}
\date{}
""".replace("WIDTH", f"{TEXT_WIDTH:.0f}")
CHAPTERS = (summary, families, papers, errata, models, figures, reproduce, bibliography)


def document(report: Report) -> str:
    """The document; the same report gives the same text."""
    from netlemma import __version__

    body = [part for chapter in CHAPTERS for part in chapter(report) if part]
    opening = [
        PREAMBLE.replace("VERSION", __version__) + r"\begin{document}",
        r"\maketitle\hypersetup{pageanchor=true}",
        r"\tableofcontents",
    ]
    return "\n".join([*opening, *body, r"\end{document}", ""])


def pictures(report: Report) -> dict[str, bytes]:
    """The pictures that it shows, by their paths."""
    from graphs import network
    from netlemma.drawing import draw
    from netlemma.figures.drawing import as_file

    drawn = {f"figures/{each['name']}.pdf": each.get("pdf") for each in report.figures}
    drawn |= {f"models/{each['name']}.pdf": each.get("pdf") for each in report.models}
    found = {name: b64decode(code) for name, code in drawn.items() if code}
    for family in report.families:
        if family["deadlock"]:
            net = network(family["name"], **family["deadlock"]["size"])
            found[f"drawings/{family['name']}.pdf"] = as_file(partial(draw, net), "pdf", net.title)
    return found
