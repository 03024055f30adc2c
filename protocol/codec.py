"""msgpack, strictly: only the types that the protocol uses, within limits, without trailing bytes."""

from __future__ import annotations

from types import NoneType
from typing import Any

import msgpack

from protocol.remote_errors import MalformedError

MAX_MESSAGE = 1 << 20
"""The size limit of a message. The largest honest one, a mix of 112 two-sided cards, takes about 40 kB."""
MAX_DEPTH = 8
MAX_ITEMS = 1024
"""The limit of arrays and array items in one message, all levels together. Honest ones have up to 150."""
MAX_INT = 1 << 53
_KINDS = frozenset((bytes, str, bool, NoneType, list))


def pack(value: object) -> bytes:
    """Encode lists, whole numbers, bytes, strings, booleans and None."""
    packed = msgpack.packb(value, use_bin_type=True)
    assert isinstance(packed, bytes)
    return packed


def unpack(data: bytes, limit: int = MAX_MESSAGE, items: int = MAX_ITEMS) -> Any:
    """Decode. Raises MalformedError for anything that `pack` does not produce, or that is too large.

    `items` limits the arrays and array items, all levels together.
    """
    if len(data) > limit:
        raise MalformedError(f"{len(data)} bytes are more than {limit}")
    arrays = count = 0

    def check(array: list[Any]) -> list[Any]:
        """Called for every array as it is decoded, so that decoding stops at the limit."""
        nonlocal arrays, count
        arrays += 1
        count += 1 + len(array)
        if count > items:
            raise MalformedError("too many items")
        for item in array:
            if type(item) not in _KINDS and not (type(item) is int and -MAX_INT <= item <= MAX_INT):
                raise MalformedError("a value of a kind, or a number of a size, that is not used")
        return array

    try:
        value = msgpack.unpackb(
            data,
            raw=False,
            use_list=True,
            strict_map_key=True,
            max_str_len=limit,
            max_bin_len=limit,
            list_hook=check,
            max_array_len=items,
            max_map_len=0,
            max_ext_len=0,
        )
    except (ValueError, msgpack.UnpackException, UnicodeDecodeError, RecursionError) as error:
        raise MalformedError(f"not msgpack as we use it: {type(error).__name__}") from None
    if type(value) is not list:
        check([value])
    elif arrays > MAX_DEPTH:  # fewer cannot be nested too deeply
        _check_depth(value, MAX_DEPTH)
    return value


def are_whole(*values: object) -> bool:
    """Whether all are whole numbers. (For Python `True` is one, also in a `case int()`; for us it is not.)"""
    return {*map(type, values)} <= {int}


def _check_depth(array: list[Any], depth: int) -> None:
    if depth == 0:
        raise MalformedError("nested too deeply")
    for item in array:
        if type(item) is list:
            _check_depth(item, depth - 1)
