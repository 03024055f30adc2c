"""Addresses as people type them."""

import pytest

from protocol.net.address import CODE_ALPHABET, DEFAULT_PORT, Address, parse, plain, split_endpoint
from protocol.net.errors import BadAddress

P = DEFAULT_PORT


@pytest.mark.parametrize(
    ("text", "host", "port", "code"),
    [
        ("ada", "ada", P, None),
        ("ada.local", "ada.local", P, None),
        ("ada:7", "ada", 7, None),
        (" ada : 7 ".replace(" ", ""), "ada", 7, None),
        ("192.168.1.20", "192.168.1.20", P, None),
        ("192.168.1.20:65535", "192.168.1.20", 65535, None),
        ("::1", "::1", P, None),
        ("[::1]", "::1", P, None),
        ("[fe80::1%eth0]:7", "fe80::1%eth0", 7, None),
        ("fe80::1%eth0", "fe80::1%eth0", P, None),
        ("ada#ABCD-EFGH", "ada", P, "ABCDEFGH"),
        ("ada:7#abcd efgh", "ada", 7, "ABCDEFGH"),
        ("[::1]:7#oil0-9xyz", "::1", 7, "01109XYZ"),
    ],
)
def test_addresses_are_read(text: str, host: str, port: int, code: str | None) -> None:
    address = parse(text)
    assert address == Address(host, port, code)
    assert parse(str(address)) == address


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "host is missing"),
        ("#ABCDEFGH", "host is missing"),
        (":7", "host is missing"),
        ("ada:", "a port is a number"),
        ("ada:0", "a port is a number"),
        ("ada:65536", "a port is a number"),
        ("ada:+7", "a port is a number"),
        ("ada:٧", "a port is a number"),
        ("[::1", "bracket is not closed"),
        ("[::1]7", "follow the bracket"),
        ("[ada]:7", "an IPv6 address"),
        ("[1.2.3.4]:7", "an IPv6 address"),
        ("1:2:3", "several colons"),
        ("1.2.3", "four parts"),
        ("1.2.3.400", "four parts"),
        ("a b", "characters that are not allowed"),
        ("tcp://ada", "characters that are not allowed|several colons|a port is a number"),
        ("-ada", "characters that are not allowed"),
        ("ada#", "code after #"),
        ("ada#ABC", "code after #"),
        ("ada#ABCDEFGU", "code after #"),
        ("ada#ABCDEFGHJ", "code after #"),
    ],
)
def test_what_is_no_address_is_said_plainly(text: str, why: str) -> None:
    with pytest.raises(BadAddress, match=why) as failure:
        parse(text)
    assert f"“{text}”" in str(failure.value)


def test_peers_announce_numbers_only() -> None:
    assert split_endpoint("127.0.0.1:7") == ("127.0.0.1", 7)
    with pytest.raises(BadAddress):
        split_endpoint("localhost:7")


def test_mapped_addresses_become_plain() -> None:
    assert plain("::ffff:127.0.0.1") == "127.0.0.1"
    assert plain("::1") == "::1"
    assert plain("ada") == "ada"


def test_the_code_has_32_signs() -> None:
    assert len(set(CODE_ALPHABET)) == 32
