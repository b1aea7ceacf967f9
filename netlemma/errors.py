r"""All exceptions of netlemma, each of which can be caught by name: ``except nl.InputError``.

NetlemmaError
├── InputError (ValueError)          what was given cannot be used
│   ├── UnknownFamily                no family has this name
│   ├── UnknownLemma                 no lemma has this key
│   ├── SizeTextError                sizes or parameters cannot be read
│   ├── SizeError                    a parameter is missing, unknown or outside its domain
│   │   └── WorkError                the work would take too long, or too much memory
│   ├── DomainError                  a size is outside the domain of a lemma
│   ├── ProductError                 a product of networks cannot be read
│   ├── FormatError                  a file violates its format
│   ├── DefinitionError              the definition of a family cannot be read, or is of no network
│   ├── NetworkError                 nodes and devices are no network
│   ├── SymmetryError                a permutation of the nodes is no symmetry
│   ├── RoutingError                 a routing leaves a message undelivered
│   │   └── Livelock                 packets can go in circles forever
│   ├── TrafficError                 a traffic pattern is unknown or not admissible
│   ├── SimulationError              a simulation cannot be run
│   ├── WorkerError                  workers cannot be used
│   │   ├── WorkersLost              workers died or went away
│   │   └── SweepError               a sweep cannot be run, or its file of results not be used
│   ├── FormulaError                 a formula cannot be read or evaluated
│   │   └── TooExpensive             a value takes too much work
│   ├── ClaimFileError               a file of claims cannot be read
│   ├── CertificateError             a certificate proves nothing
│   ├── ModelError                   a latency model does not apply
│   ├── GraphError                   a channel graph is none of the framework
│   ├── BoundsError                  demands or a population have no bounds
│   ├── ArrivalsError                parameters of arrivals are not legal
│   │   ├── Infeasible               no MMPP(2) has the given characteristics
│   │   └── NoSteadyState            the utilisation is 1 or more
│   ├── PluginError                  a plug-in cannot be used
│   ├── NotDecided                   only bounds of a number are known
│   └── OutOfTime                    no time is left for the answer
├── NoAnswer (ValueError)            a method has no answer for an expression
│   ├── CannotClose                  a sum has no closed form
│   ├── NotAffine                    an expression is not affine
│   ├── NotPolynomial                a variable cannot be replaced
│   ├── NotCFinite                   a closed form is no exponential polynomial
│   │   └── NoIndex                  no size is the index of a sequence
│   ├── EvaluationError              an expression has no exact value at a point
│   │   └── ResultTooLarge           a value has too many digits
│   ├── NotDerived                   nothing is derived from a definition of this form
│   ├── NoLimit                      leading terms do not show the limit
│   ├── NotExported                  a statement or argument cannot be exported
│   ├── NotInRocq                    the theory in Rocq lacks a part of a formula
│   ├── NotInGrammar                 the formula grammar lacks a part of an expression
│   ├── UnknownLatex                 LaTeX is outside the supported commands
│   └── LatexError                   LaTeX makes no PDF
├── Undefined (ArithmeticError)      an operation has no value for its operands
├── Unsettled (ArithmeticError)      a part of an expression has no value
├── ProofError (ArithmeticError)     a proof does not show its statement
└── Disagreement (ValueError)        two sides of a lemma differ at a size

Each has a ``code``, a name in kebab-case that stays when its text changes. A parameter of the
functions of ``nl`` stands in backquotes in a text, as in `force=True`; the command line writes it as its option.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from typing import TYPE_CHECKING

from netlemma.base.names import assignments

if TYPE_CHECKING:  # which `import netlemma` need not load
    from fractions import Fraction

MOST_NAMED = 20  # names that an error text lists
MARKED_AROUND = 60  # characters of a formula that are shown on either side of an error


def one_line(text: str) -> str:
    """The text with everything unprintable (line breaks, NUL, control characters) replaced by a space or an escape.

    >>> one_line("a\\n\\tb\\0c")
    'a  b\\\\x00c'
    """
    return "".join(
        " " if c.isspace() else c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text
    )


def legal_names(what: str, names: Iterable[str], command: str) -> str:
    """The legal names for an error text; if they are more than a reader looks through, the command that lists them.

    >>> legal_names("routings", ["general", "shortest"], "list routings")
    'routings: general, shortest'
    >>> legal_names("routings", map(str, range(33)), "list routings")
    'netlemma list routings names them'
    """
    known = list(names)
    return f"{what}: {', '.join(known)}" if len(known) <= MOST_NAMED else f"netlemma {command} names them"


class NetlemmaError(Exception):
    """Any error that netlemma raises on purpose.

    Parameters
    ----------
    *message : object
        The text.
    code : str, optional
        A name of the error in kebab-case, if it is more exact than that of the class.

    Attributes
    ----------
    code : str
        The name of the error.

    Examples
    --------
    >>> UnknownFamily("no family 'tree'").code
    'unknown-family'
    >>> InputError("no option 'x'", code="unknown-option").code
    'unknown-option'
    """

    code = "error"

    def __init__(self, *message: object, code: str = "") -> None:
        super().__init__(*message)
        if code:
            self.code = code


class InputError(NetlemmaError, ValueError):
    """Input that cannot be used. Its text is exactly one line that says what was given and what is expected.

    >>> str(InputError("two\\nlines"))
    'two lines'
    """

    code = "bad-input"

    def __init__(self, message: object, *, code: str = "") -> None:
        super().__init__(one_line(str(message)), code=code)


class UnknownFamily(InputError):
    """No family has this name; the message suggests the nearest one."""

    code = "unknown-family"


class UnknownLemma(InputError):
    """No lemma has this key; the message suggests the nearest one."""

    code = "unknown-lemma"


class SizeTextError(InputError):
    """Sizes or parameters that cannot be read."""

    code = "bad-size-text"


class SizeError(InputError):
    """A parameter is missing, unknown or outside its domain, or the network would be too large."""

    code = "bad-size"


class WorkError(SizeError):
    """Work that would take too long, or too much memory, by an estimate; ``force=True`` has it done."""

    code = "too-much-work"


class DomainError(InputError):
    """A size outside the domain of a lemma; the message states the domain."""

    code = "outside-domain"


class ProductError(InputError):
    """The text of a product does not parse; the message points at the character."""

    code = "bad-product"


class FormatError(InputError):
    """A file violates its format, or its routes do not deliver; the message begins with FILE:LINE, or with FILE."""

    code = "bad-file"


class DefinitionError(InputError):
    """The definition of a family cannot be read, or is of no network at some size."""

    code = "definition-error"


class NetworkError(InputError):
    """The nodes and devices given are no network that messages can be sent on, e.g. a disconnected one."""

    code = "bad-network"


class SymmetryError(InputError):
    """A permutation of the nodes that was declared a symmetry is not one."""

    code = "no-symmetry"


class RoutingError(InputError):
    """A routing relation leaves a message undelivered, or its weights are no distribution."""

    code = "bad-routing"


class Livelock(RoutingError):
    """Packets can go in circles forever."""

    code = "livelock"


class TrafficError(InputError):
    """A pattern is unknown, is not defined for the network, or its rates are not admissible."""

    code = "bad-traffic"


class SimulationError(InputError):
    """A simulation that cannot be run."""

    code = "bad-simulation"


class WorkerError(InputError):
    """Workers that cannot be used, or were lost."""

    code = "bad-workers"


class WorkersLost(WorkerError):
    """Workers that died or went away in the middle of their work."""

    code = "workers-lost"


class SweepError(WorkerError):
    """A sweep that cannot be run or a result file that cannot be used."""

    code = "bad-sweep"


class FormulaError(InputError):
    """A formula or condition that cannot be read or evaluated, with the position of the error.

    Its ``str`` names the column, counted from 1.

    Parameters
    ----------
    message : str
        What is wrong.
    text : str, optional
        Formula as it was given.
    column : int, optional
        Index in ``text`` of the wrong character; none for an error of the whole text.
    code : str, optional
        As for NetlemmaError.
    """

    code = "bad-formula"

    def __init__(self, message: str, text: str = "", column: int | None = None, *, code: str = "") -> None:
        self.text = text
        self.column = column
        super().__init__(message if column is None else f"column {column + 1}: {message}", code=code)

    def marked(self) -> list[str]:
        """The line of the text with the error, and a caret under the place; nothing for an error of the whole text.

        >>> FormulaError("unknown name 'x'", "n/x", 2).marked()
        ['n/x', '  ^']
        """
        if self.column is None or not self.text:
            return []
        column = min(self.column, len(self.text))
        start = self.text.rfind("\n", 0, column) + 1
        line = self.text[start:].partition("\n")[0]
        first = max(0, column - start - MARKED_AROUND)
        shown = line[first : first + 2 * MARKED_AROUND]
        return ["".join(c if c.isprintable() else " " for c in shown).rstrip(), " " * (column - start - first) + "^"]

    def at(self, size: Mapping[str, int]) -> FormulaError:
        """The same error with the size at which it occurs."""
        where = assignments(size)
        formula_error = copy(self)
        formula_error.args = (f"{self} at {where}" if where else str(self),)
        return formula_error


class TooExpensive(FormulaError):
    """A value that takes more work, or has more bits, than one evaluation may have."""

    code = "too-expensive"


class ClaimFileError(InputError):
    """A file of claims that cannot be read; the text names the file, the claim and the field."""

    code = "bad-claims"


class CertificateError(InputError):
    """A certificate that proves nothing; the message names the fault in one line."""

    code = "bad-certificate"


class ModelError(InputError):
    """Parameters or a reading to which a latency model does not apply."""

    code = "bad-model"


class GraphError(InputError):
    """A channel graph to which the framework does not apply."""

    code = "bad-channel-graph"


class BoundsError(InputError):
    """Demands, service times or a population without bounds; the message states the legal values."""

    code = "no-bounds"


class ArrivalsError(InputError):
    """Illegal parameters of arrivals; the message states the given and the legal values."""

    code = "bad-arrivals"


class Infeasible(ArrivalsError):
    """No MMPP(2) has the given characteristics; the message names the number that would be negative."""

    code = "infeasible"


class NoSteadyState(ArrivalsError):
    """The utilisation is 1 or more: waiting times grow without bound."""

    code = "no-steady-state"


class PluginError(InputError):
    """A plug-in that cannot be read, offers nothing, or offers a name that exists."""

    code = "bad-plugin"


class NotDecided(InputError):
    """A number that was not decided: it is at least ``least`` and at most ``most``."""

    code = "not-decided"

    def __init__(self, what: str, least: Fraction | int, most: Fraction | int, unit: str = "") -> None:
        super().__init__(f"{what} is not decided: at least {least}, at most {most}{unit}")
        self.least, self.most = least, most


class OutOfTime(InputError):
    """No time is left for the answer."""

    code = "out-of-time"


class NoAnswer(NetlemmaError, ValueError):
    """A method has no answer for an expression; the message gives the reason."""

    code = "no-answer"


class CannotClose(NoAnswer):
    """A sum has no closed form here."""

    code = "no-closed-form"


class NotAffine(NoAnswer):
    """An expression or condition is not affine in integer symbols; the message shows it."""

    code = "not-affine"


class NotPolynomial(NoAnswer):
    """A variable stands where it cannot be replaced: in a denominator, or as the base of a symbolic power."""

    code = "not-polynomial"


class NotCFinite(NoAnswer):
    """A closed form that is not seen to be an exponential polynomial; the message names the part."""

    code = "not-c-finite"


class NoIndex(NotCFinite):
    """Not all sizes but one have values, so that no size is the index of the sequence."""

    code = "no-index"


class EvaluationError(NoAnswer):
    """An expression has no exact rational value at a point; the message names the part and the reason."""

    code = "no-exact-value"


class ResultTooLarge(EvaluationError):
    """A value has more digits than anybody writes down."""

    code = "too-long"


class NotDerived(NoAnswer):
    """Nothing is derived from a definition of this form."""

    code = "not-derived"


class NoLimit(NoAnswer):
    """An expression whose limit is not found by comparison of leading terms."""

    code = "no-limit"


class NotExported(NoAnswer):
    """No statement or argument of this kind can be exported yet; the message names it."""

    code = "not-exported"


class NotInRocq(NoAnswer):
    """A part of the formula has no counterpart in the theory."""

    code = "not-in-rocq"


class NotInGrammar(NoAnswer):
    """The formula grammar cannot express a part of the expression."""

    code = "not-in-grammar"


class UnknownLatex(NoAnswer):
    """LaTeX outside the supported commands; the message names the command."""

    code = "unknown-latex"


class LatexError(NoAnswer):
    """LaTeX makes no PDF; the message says why."""

    code = "no-pdf"


class Undefined(NetlemmaError, ArithmeticError):
    """An operation without a value for its operands; the text names the operation."""

    code = "undefined"


class Unsettled(NetlemmaError, ArithmeticError):
    """A part of the expression has no value."""

    code = "unsettled"


class ProofError(NetlemmaError, ArithmeticError):
    """A proof does not show its statement."""

    code = "no-proof"


class Disagreement(NetlemmaError, ValueError):
    """Different values of two of the three sides of a lemma at a size."""

    code = "disagreement"

    def __init__(self, size: Mapping[str, int], values: Mapping[str, str]) -> None:
        super().__init__(f"{dict(size)}: " + ", ".join(f"{side} {value}" for side, value in values.items()))
        self.counterexample = {"size": dict(size), **values}
