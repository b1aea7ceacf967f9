r"""The whole document for plain pdflatex: what it needs is in Debian's texlive-latex-base and texlive-latex-recommended."""

from __future__ import annotations

from base64 import b64decode
from functools import partial
from typing import Any

from derive.typeset.pages.latex_page import TEXT_WIDTH
from netlemma.reporting.gather import Report
from netlemma.reporting.pdf.families import families
from netlemma.reporting.pdf.lemmas import index
from netlemma.reporting.pdf.models import figures, models
from netlemma.reporting.pdf.papers import errata, papers
from netlemma.reporting.pdf.summary import bibliography, opening, reproduce, summary

NAME = "netlemma"
PREAMBLE = r"""\documentclass[10pt,a4paper]{report}
\usepackage{amsmath,amssymb,array,longtable,graphicx,color,flafter}
\IfFileExists{microtype.sty}{\usepackage{microtype}}{}
\definecolor{good}{rgb}{0,0.4,0.2}\definecolor{bad}{rgb}{0.7,0.1,0}\definecolor{open}{rgb}{0.4,0.35,0}\definecolor{link}{rgb}{0,0.15,0.45}
\usepackage[unicode,pageanchor=false,colorlinks,allcolors=link,bookmarksnumbered,bookmarksopen,bookmarksopenlevel=0,bookmarksdepth=3]{hyperref}
\hypersetup{pdftitle={Interconnection networks: closed forms, proofs, measurements, errata},pdfauthor={netlemma VERSION}}
\pdfinfoomitdate=1 \pdftrailerid{} \pdfsuppressptexinfo=-1
\makeatletter\newcommand{\room}[1]{\par\if@nobreak\else\penalty-50\begingroup\dimen0=\pagegoal\advance\dimen0-\pagetotal
\ifdim\dimen0<#1\baselineskip\ifdim\pagetotal>0pt\break\fi\fi\endgroup\fi}\makeatother
\let\onlysection\section\renewcommand{\section}{\room{8}\onlysection}
\let\onlysubsection\subsection\renewcommand{\subsection}{\room{7}\onlysubsection}
\setlength{\textwidth}{WIDTHpt}\setlength{\oddsidemargin}{0pt}\setlength{\evensidemargin}{0pt}
\setlength{\textheight}{700pt}\setlength{\topmargin}{-30pt}\setlength{\headsep}{18pt}
\pagestyle{headings}
\renewcommand{\chaptermark}[1]{\markright{\thechapter\quad #1}}\renewcommand{\sectionmark}[1]{\markright{\thesection\quad #1}}
\setlength{\emergencystretch}{4em}\setcounter{MaxMatrixCols}{20}\setcounter{secnumdepth}{2}\setcounter{tocdepth}{1}
\setlength{\tabcolsep}{4pt}\setlength{\LTpre}{4pt}\setlength{\LTpost}{4pt}
\renewcommand{\arraystretch}{1.1}\allowdisplaybreaks\raggedbottom\clubpenalty=5000\widowpenalty=5000
\AtBeginDocument{\makeatletter\setlength{\abovedisplayskip}{4pt plus 2pt}\setlength{\belowdisplayskip}{4pt plus 2pt}}
\newcommand{\verdict}[2]{\textcolor{#1}{\textbf{#2}}}
\newcommand{\command}[1]{\par\smallskip{\raggedright\small\noindent\hangindent=2em\hangafter=1\texttt{\$} #1\par}\smallskip}
\newcommand{\shorttable}[1]{\par\nobreak\vskip2pt\noindent{\small #1\par}\vskip4pt}
\newsavebox{\drawn}
\newcommand{\fitted}[2]{\sbox{\drawn}{\includegraphics[width=0.9\textwidth,height=#2,keepaspectratio]{#1}}%
\setbox0=\hbox{\includegraphics{#1}}\ifdim\wd0<\wd\drawn\includegraphics{#1}\else\usebox{\drawn}\fi}
\newsavebox{\below}\newlength{\drawnheight}
\newcommand{\drawing}[2]{\par\medskip\refstepcounter{figure}%
\sbox{\below}{\begin{minipage}{\textwidth}\raggedright\textbf{Figure~\thefigure.} #2\end{minipage}}%
\setlength{\drawnheight}{\pagegoal}\addtolength{\drawnheight}{-\pagetotal}\addtolength{\drawnheight}{-\ht\below}%
\addtolength{\drawnheight}{-\dp\below}\addtolength{\drawnheight}{-1.5\baselineskip}%
\ifdim\drawnheight<LEASTpt\setlength{\drawnheight}{MOSTpt}\fi\ifdim\drawnheight>MOSTpt\setlength{\drawnheight}{MOSTpt}\fi
\noindent\begin{minipage}{\textwidth}\centering\fitted{#1}{\drawnheight}\par\smallskip\usebox{\below}\end{minipage}\par\medskip}
\newcommand{\floating}[2]{\begin{figure}[tbp]\centering\fitted{#1}{0.36\textheight}%
\par\smallskip\refstepcounter{figure}\textbf{Figure~\thefigure.} #2\end{figure}}
\renewcommand{\topfraction}{0.8}\renewcommand{\bottomfraction}{0.6}\renewcommand{\textfraction}{0.1}\renewcommand{\floatpagefraction}{0.75}
\newcolumntype{L}[1]{>{\raggedright\arraybackslash\hspace{0pt}}p{#1}}
\newtheorem{lemma}{Lemma}[section]
\newtheorem{proposition}[lemma]{Proposition}
\newtheorem{claim}{Claim}[section]
\newtheorem{erratum}{Erratum}[section]
"""
# points: the width of lines; the heights of drawings, which are less than the most where a page ends
SIZES = {"WIDTH": TEXT_WIDTH, "LEAST": 230.0, "MOST": 385.0}
CHAPTERS = (summary, families, papers, errata, models, figures, index, reproduce, bibliography)


def preamble() -> str:
    """What stands before the document: packages, sizes, and how drawings, tables and statements are set."""
    from netlemma import __version__

    found = PREAMBLE.replace("VERSION", __version__)
    for name, points in SIZES.items():
        found = found.replace(f"{name}pt", f"{points:.0f}pt")
    return found


def document(report: Report) -> str:
    """The document; the same report gives the same text."""
    body = [part for chapter in CHAPTERS for part in chapter(report) if part]
    before = [
        preamble() + r"\begin{document}",
        *opening(report),
        r"\hypersetup{pageanchor=true}",
        r"{\linespread{0.88}\small\hypersetup{linkcolor=black}\tableofcontents}",
    ]
    return "\n".join([*before, *body, r"\end{document}", ""])


def pictures(report: Report) -> dict[str, bytes]:
    """The pictures that it shows, by their paths."""
    from graphs import network
    from netlemma.drawing.files import as_file

    drawn = {f"figures/{each['name']}.pdf": each.get("pdf") for each in report.figures}
    drawn |= {f"models/{each['name']}.pdf": each.get("pdf") for each in report.models}
    found = {name: b64decode(code) for name, code in drawn.items() if code}
    for family in report.families:
        if family["deadlock"]:
            net = network(family["name"], **family["deadlock"]["size"])
            found[f"drawings/{family['name']}.pdf"] = as_file(partial(_untitled, net), "pdf", net.title)
    return found


def _untitled(net: Any) -> Any:
    """The drawing of a network without its title, which is in the line below."""
    from netlemma.drawing import draw

    axes = draw(net)
    for text in axes.figure.texts:
        if text.get_text().replace("\n", " ") == net.title:
            text.set_visible(False)
    return axes
