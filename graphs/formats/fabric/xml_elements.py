"""Elements of XML files, read by a parser that refuses document types and entities."""

from dataclasses import dataclass, field
from typing import Any, ClassVar
from xml.parsers import expat

from netlemma.errors import FormatError
from netlemma.graphs.base.text_files import TextFile, printable

MAX_DEPTH = 100
MAX_NAME = 1000


@dataclass
class Elements:
    """The handlers of the parser of a file whose outermost element is ``root``; ``stack`` has the open elements."""

    root: ClassVar[str]
    kind: ClassVar[str]
    file: TextFile
    parser: Any = field(default_factory=lambda: expat.ParserCreate(namespace_separator=" "))
    stack: list[str] = field(default_factory=list)

    @property
    def line(self) -> int:
        return int(self.parser.CurrentLineNumber)

    def opened(self, tag: str, parent: str, attributes: dict[str, str]) -> None:
        """An element begins, inside of another."""

    def closed(self, tag: str) -> None:
        """An element ends."""

    def text(self, text: str) -> None:
        """Text stands between elements."""

    def parse(self) -> None:
        """Read the file."""
        self.parser.StartDoctypeDeclHandler = self.parser.EntityDeclHandler = self._refuse_document_type
        self.parser.StartElementHandler, self.parser.EndElementHandler = self._start, self._end
        self.parser.CharacterDataHandler = self.text
        try:
            self.parser.Parse(self.file.data, True)
        except FormatError:
            raise
        except (expat.ExpatError, ValueError, LookupError) as error:
            line = error.lineno if isinstance(error, expat.ExpatError) else self.line
            self.file.refuse(max(line, 1), f"the file is no well-formed XML: {printable(str(error), quotes=False)}")

    def need(self, attributes: dict[str, str], name: str, tag: str) -> str:
        """An attribute that an element must have."""
        value = attributes.get(name, "")
        if not value or len(value) > MAX_NAME:
            self.file.refuse(self.line, f"<{tag}> has no {name}, or one of more than {MAX_NAME} characters")
        return value

    def _refuse_document_type(self, *_: Any) -> None:
        self.file.refuse(self.line, "document types and entities are not read: remove the <!DOCTYPE ...>")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        tag = tag.rpartition(" ")[2]
        if not self.stack and tag != self.root:
            self.file.refuse(
                self.line,
                f"the file is no {self.kind}: <{self.root}> is expected first, not <{printable(tag, quotes=False)}>",
            )
        if len(self.stack) >= MAX_DEPTH:
            self.file.refuse(self.line, f"elements are nested deeper than {MAX_DEPTH}")
        parent = self.stack[-1] if self.stack else ""
        self.stack.append(tag)
        self.opened(tag, parent, attributes)

    def _end(self, _: str) -> None:
        self.closed(self.stack.pop())
