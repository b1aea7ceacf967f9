"""What the log of pdflatex and a document say that is wrong; tests of the PDF share it."""

import json
import os
import re
import shutil
import subprocess

NODE, KATEX = shutil.which("node") or shutil.which("nodejs"), os.environ.get("NETLEMMA_KATEX", "")
TOO_WIDE = 5.0  # points that a line may be too wide
COMPLAINTS = r"LaTeX Warning: .*undefined.*|LaTeX Warning: .*multiply defined.*|Missing character: .*|! .*|.*Token not allowed in a PDF string.*"


def log_problems(log: str) -> list[str]:
    """Errors, references without a label, letters that no font has, lines that are too wide."""
    found = re.findall(COMPLAINTS, log)
    boxes = re.findall(r"Overfull \\hbox \(([\d.]+)pt too wide\) ([^\n]*)", log)
    return found + [f"{width} pt too wide {where}" for width, where in boxes if float(width) > TOO_WIDE]


def document_problems(text: str) -> list[str]:
    """Labels that are there twice, references and citations that lead nowhere, environments that are not closed."""
    labels = re.findall(r"\\label\{([^}]*)\}", text)
    books = re.findall(r"\\bibitem\{([^}]*)\}", text)
    found = [f"label {name} is there twice" for name in set(labels) if labels.count(name) > 1]
    found += [f"no label {name}" for name in set(re.findall(r"\\ref\{([^}]*)\}", text)) - set(labels)]
    found += [f"no book {name}" for name in set(re.findall(r"\\cite\{([^}]*)\}", text)) - set(books)]
    for name in set(re.findall(r"\\begin\{([^}]*)\}", text)):
        if text.count(rf"\begin{{{name}}}") != text.count(rf"\end{{{name}}}"):
            found.append(f"{name} is not closed")
    return found


# reads [name, latex, displayed] and prints, for each formula that is refused, [name, latex, message]
SCRIPT = r"""
const katex = require(process.argv[1]);
const formulas = JSON.parse(require("fs").readFileSync(0, "utf8"));
const refused = [];
for (const [name, latex, displayMode] of formulas) {
    try {
        // tall formulas are made smaller by a command of the document
        katex.renderToString(latex, { strict: "error", throwOnError: true, displayMode, macros: { "\\tall": "#1" } });
    } catch (error) {
        refused.push([name, latex, error.message]);
    }
}
console.log(JSON.stringify(refused));
"""


def refused(formulas):
    """The formulas that KaTeX refuses, each with its name and the message."""
    run = subprocess.run(
        [NODE, "-e", SCRIPT, os.path.abspath(KATEX)],
        input=json.dumps([list(each) for each in formulas]),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)
