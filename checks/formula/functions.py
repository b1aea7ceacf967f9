"""Functions of formulas, and reserved words."""

MANY = 10**6
# name: fewest arguments, most arguments, how it is written
FUNCTIONS = {
    "abs": (1, 1, "abs(x)"),
    "binomial": (2, 2, "binomial(n, k)"),
    "ceil": (1, 1, "ceil(x)"),
    "factorial": (1, 1, "factorial(n)"),
    "fibonacci": (1, 1, "fibonacci(n)"),
    "floor": (1, 1, "floor(x)"),
    "harmonic": (1, 1, "harmonic(n)"),
    "log": (1, 2, "log(x) or log(x, base)"),
    "lucas": (1, 1, "lucas(n)"),
    "max": (1, MANY, "max(x, y, ...)"),
    "min": (1, MANY, "min(x, y, ...)"),
    "mod": (2, 2, "mod(a, b)"),
    "piecewise": (3, MANY, "piecewise(expression, condition, ..., default)"),
    "product": (4, 4, "product(expression, index, lower, upper)"),
    "sum": (4, 4, "sum(expression, index, lower, upper)"),
}
WORDS = frozenset({"and", "or", "not", "even", "odd", "is", "mod"})
# functions that people write, and what to write instead
ELSEWHERE = {"sqrt": "x^(1/2)", "ln": "log(x)", "lg": "log(x, 2)", "log2": "log(x, 2)", "C": "binomial(n, k)"}
