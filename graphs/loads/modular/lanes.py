"""Compiled operations on rows of ``LANES`` words, one instruction for all of them where the processor has it.

The compiler does not turn loops over so few elements into vector instructions, so these functions write them out."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

LANES = 8
_LANE_COUNT = ir.Constant(ir.IntType(64), LANES)


def _row(context: Any, builder: Any, array_type: Any, array: Any, index: Any) -> Any:
    """Pointer to row ``index`` of an array of shape (n, LANES), as one vector."""
    data = context.make_array(array_type)(context, builder, array).data
    element = context.get_data_type(array_type.dtype)
    start = builder.gep(data, [builder.mul(index, _LANE_COUNT)])
    return builder.bitcast(start, ir.VectorType(element, LANES).as_pointer())


def _add(context: Any, builder: Any, signature: Any, arguments: Any) -> tuple[Any, Any]:
    """Code for into[i] += out[j] in the chosen lanes; returns the row that was added and its number type."""
    (into_type, _, out_type, *_), (into, i, out, j, chosen, *_) = signature.args, arguments
    there = _row(context, builder, into_type, into, i)
    row = builder.load(_row(context, builder, out_type, out, j), align=8)
    lanes = builder.bitcast(builder.trunc(chosen, ir.IntType(LANES)), ir.VectorType(ir.IntType(1), LANES))
    row = builder.select(lanes, row, ir.Constant(row.type, None))
    add = builder.fadd if isinstance(into_type.dtype, types.Float) else builder.add
    builder.store(add(builder.load(there, align=8), row), there, align=8)
    return row, into_type.dtype


@intrinsic
def add_row(typing_context, into, i, out, j, chosen):
    """Add row j of ``out`` to row i of ``into`` in the lanes whose bits are set in ``chosen``.

    Parameters
    ----------
    typing_context : object
        Numba's context; not given in calls.
    into : ndarray of int64 or float64, shape (n, LANES)
        Array to which a row is added; written.
    i : int
        Row of ``into``, not negative.
    out : ndarray of the same type and shape
        Array whose row is added.
    j : int
        Row of ``out``, not negative.
    chosen : int
        Set of lanes.

    Returns
    -------
    tuple
        Numba's signature and generator of code; a call returns nothing.
    """

    def code(context, builder, signature, arguments):
        _add(context, builder, signature, arguments)
        return context.get_dummy_value()

    return types.void(into, types.int64, out, types.int64, types.int64), code


@intrinsic
def add_row_weighted(typing_context, into, i, out, j, chosen, factor):
    """As :func:`add_row`; returns also the sum over the chosen lanes of factor[i] * out[j].

    Parameters
    ----------
    typing_context : object
        Numba's context; not given in calls.
    into : ndarray of int64 or float64, shape (n, LANES)
        Array to which a row is added; written.
    i : int
        Row of ``into``, not negative.
    out : ndarray of the same type and shape
        Array whose row is added.
    j : int
        Row of ``out``, not negative.
    chosen : int
        Set of lanes.
    factor : ndarray of the same type and shape
        Factors.

    Returns
    -------
    tuple
        Numba's signature and generator of code; a call returns the sum.
    """

    def code(context, builder, signature, arguments):
        row, dtype = _add(context, builder, signature, arguments)
        factors = builder.load(_row(context, builder, signature.args[5], arguments[5], arguments[1]), align=8)
        real = isinstance(dtype, types.Float)
        product = builder.fmul(factors, row) if real else builder.mul(factors, row)
        width = LANES
        while width > 1:  # halves are added to each other
            width //= 2
            parts = [
                builder.shuffle_vector(
                    product, product, ir.Constant(ir.VectorType(ir.IntType(32), width), list(range(at, at + width)))
                )
                for at in (0, width)
            ]
            product = builder.fadd(*parts) if real else builder.add(*parts)
        return builder.extract_element(product, ir.Constant(ir.IntType(32), 0))

    return into.dtype(into, types.int64, out, types.int64, types.int64, factor), code
