"""What all exported theorems begin with: their name, and the statement in words as a comment."""

import re


def theorem_name(key: str) -> str:
    """The name of the theorem of a lemma, which is also that of its file.

    Examples
    --------
    >>> theorem_name("ring(4)^2 x line(n).mean_distance")
    'ring_4_2_x_line_n_mean_distance'
    """
    name = re.sub(r"\W+", "_", key, flags=re.ASCII).strip("_")
    return name if name[:1].isalpha() else f"lemma_{name}"


def comment(text: str) -> str:
    """A comment, in which no comment or text begins or ends.

    >>> comment('a "b" (* c *)')
    "(* a 'b' ( * c * ) *)"
    """
    return "(* " + text.replace("(*", "( *").replace("*)", "* )").replace('"', "'") + " *)"


def head(key: str, words: str) -> str:
    """The comment that stands before a theorem.

    Parameters
    ----------
    key : str
        Key of the lemma.
    words : str
        Statement in words.

    Returns
    -------
    str
        Comment, as documentation tools of Rocq read it.

    Examples
    --------
    >>> head("ring.diameter", "It is half the size.")
    '(** ring.diameter: It is half the size. *)'
    """
    return comment(f"{key}: {words}").replace("(* ", "(** ", 1)
