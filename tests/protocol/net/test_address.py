"""Addresses as people type them."""

import pytest

from protocol.net.address import CODE_ALPHABET, DEFAULT_PORT, Address, parse, plain, split_endpoint
from protocol.net.errors import AddressFault, BadAddress

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
    ("text", "fault"),
    [
        ("", AddressFault.NO_HOST),
        ("#ABCDEFGH", AddressFault.NO_HOST),
        (":7", AddressFault.NO_HOST),
        ("ada:", AddressFault.PORT),
        ("ada:0", AddressFault.PORT),
        ("ada:65536", AddressFault.PORT),
        ("ada:+7", AddressFault.PORT),
        ("ada:٧", AddressFault.PORT),
        ("[::1", AddressFault.OPEN_BRACKET),
        ("[::1]7", AddressFault.AFTER_BRACKET),
        ("[ada]:7", AddressFault.NOT_IPV6_IN_BRACKETS),
        ("[1.2.3.4]:7", AddressFault.NOT_IPV6_IN_BRACKETS),
        ("1:2:3", AddressFault.COLONS),
        ("1.2.3", AddressFault.IPV4),
        ("1.2.3.400", AddressFault.IPV4),
        ("a b", AddressFault.HOST_NAME),
        ("tcp://ada", AddressFault.URL),
        ("-ada", AddressFault.HOST_NAME),
        ("ada#", AddressFault.CODE),
        ("ada#ABC", AddressFault.CODE),
        ("ada#ABCDEFGU", AddressFault.CODE),
        ("ada#ABCDEFGHJ", AddressFault.CODE),
    ],
)
def test_what_is_no_address_is_refused_with_its_fault(text: str, fault: AddressFault) -> None:
    with pytest.raises(BadAddress) as failure:
        parse(text)
    assert (failure.value.fault, failure.value.text) == (fault, text)


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
