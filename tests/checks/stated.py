"""What the tests of every paper's statements do: judge one, put other words into it, and plant a fault that must be refuted."""

import re
from collections.abc import Iterable
from dataclasses import replace

from netlemma.checks.claims.judgement import verdict_of
from netlemma.derive.core.claim import Reading, Verdict


class Stated:
    """The statements of a paper, or some of them."""

    def __init__(self, statements: Iterable[Reading]) -> None:
        self.statements = {statement.key: statement for statement in statements}

    def judged(self, key: str, **says: str) -> Verdict:
        """The verdict on a statement, with some of what it says replaced."""
        statement = self.statements[key]
        return verdict_of(replace(statement, says={**statement.says, **says}))

    def verdicts(self) -> list[Verdict]:
        """The verdicts on all statements as they are printed."""
        return [self.judged(key) for key in self.statements]

    def refuted(self, key: str, name: str, right: str, wrong: str) -> Verdict:
        """The verdict on a statement with a fault in one of its parts, which must be a refutation by a counterexample."""
        text = self.statements[key].says[name]
        assert right in text, "the fault would change nothing"
        found = self.judged(key, **{name: text.replace(right, wrong, 1)})
        assert found.verdict == "fails" and found.counterexample
        return found

    def equations(self) -> set[int]:
        """The numbers of the equations that are judged."""
        return numbered(self.statements.values())


def numbered(printed: Iterable) -> set[int]:
    """The numbers of equations in the locators of claims and statements; text beside an equation is not it."""
    return {
        int(number) for each in printed for number in re.findall(r"(?<!before )(?<!after )Eq\. (\d+)", each.locator)
    }


def assert_evidence(verdicts: Iterable[Verdict]) -> None:
    """What holds has a proof, and that alone; what fails a counterexample, and a correction; what is unknown a remark."""
    for v in verdicts:
        assert (v.verdict == "fails") == (v.counterexample is not None) and (v.verdict == "holds") == bool(v.proof), v
        assert v.verdict != "fails" or v.correction, v
        assert v.verdict != "unknown" or v.remark, v
