"""What the paper says of ring sizes for a given number of nodes and fanout."""

from derive.claims.johnson1991.words import said

_WHERE = "Sections 9.1 and 9.2.3"
_DIFFERENCE = "the difference from the exact r tends to 0 as networks grow; fanouts 2 to 8"
_TERM = "the third term has the right order: what is left after two terms, over the third, tends to 1; fanouts 2 to 8"
_BETTER = (
    "with the third term the approximation is nearer to the exact r than without it, in large networks; fanouts 2 to 8"
)
_FLY = "approximately log_f(N) - log_f(log_f(N)) + ln(log_f(N))/log_f(N) for the Butterfly and Deadfly"
_LIVE = "approximately log_{f-1}(N) - log_{f-1}(log_{f-1}(N)) + ln(log_{f-1}(N))/log_{f-1}(N) for the Livefly"
_CUBE = "N^(1/f) for Multicubes (which is at most log_f(N) when r <= f)"


def _approximations(key: str, words: str, least: str, most: str, where: str) -> tuple:
    return (
        said(f"{key}.approximation", words, where, _DIFFERENCE, least=least, most=most, limit="0"),
        said(f"{key}.third-term", words, where, _TERM, least=least, most=most, coefficient="1"),
        said(f"{key}.third-term.better", words, where, _BETTER, least=least, most=most, coefficient="1"),
    )


STATEMENTS = (
    said("shuffle.ring-size", "r is log_f(N) for Shuffles", _WHERE, r="log(f^r, f)"),
    said("multicube.ring-size", "r is N^(1/f) for Multicubes", _WHERE, nodes="r^f"),
    said("multicube.ring-size.small", _CUBE, _WHERE, "every r <= f", where="r <= f"),
    said(
        "multicube.ring-size.small.others",
        _CUBE,
        _WHERE,
        "every r <= f but r = 2 with f = 3",
        where="r <= f and (r > 2 or f != 3)",
    ),
    *_approximations("butterfly.ring-size", _FLY, "2", "8", _WHERE),
    *_approximations("livefly.ring-size", _LIVE, "3", "8", "Section 9.1"),
)
