"""IPv6 addresses in brackets; rfc2396bis-01 3.2.2 and RFC 3986 3.2.2 agree on them."""

from typing import Final

VALID: Final = (
    ("1:2:3:4:5:6:7:8", "eight groups"),
    ("1:2:3:4:5:6:1.2.3.4", "six groups and an IPv4 address"),
    ("::2:3:4:5:6:7:8", "none before, seven after"),
    ("::3:4:5:6:7:8", "none before, six after"), ("1::3:4:5:6:7:8", "one before, six after"),
    ("1:2::4:5:6:7:8", "two before, five after"), ("1:2:3::5:6:7:8", "three before, four after"),
    ("1:2:3:4::6:7:8", "four before, three after"), ("1:2:3:4:5::7:8", "five before, two after"),
    ("1:2:3:4:5:6::8", "six before, one after"),
    ("1:2:3:4:5:6:7::", "seven before, none after"),
    ("::", "nothing but the gap"), ("::1", "none before, one after"),
    ("1::", "one before, none after"), ("1::8", "one before, one after"),
    ("2001:db8::8:800:200c:417a", "three before, four after"),
    ("::1.2.3.4", "the gap and an IPv4 address"),
    ("::ffff:1.2.3.4", "one group between the gap and the IPv4 address"),
    ("::2:3:4:5:6:1.2.3.4", "five groups between the gap and the IPv4 address"),
    ("1::1.2.3.4", "one before, an IPv4 address after"),
    ("1:2:3::6:1.2.3.4", "three before, one and an IPv4 address after"),
    ("1:2:3:4:5::1.2.3.4", "five before, an IPv4 address after"),
    ("::0.0.0.0", "the least octets"),
    ("::255.249.199.99", "the greatest octets"),
    ("abcd:EF01::0", "digits in either case"),
    ("0000:0000:0000:0000:0000:0000:0000:0001", "leading zeros up to four digits"),
)  # fmt: skip

INVALID: Final = (
    (":", "half a gap"), (":::", "a gap and a half"), ("1", "one group"),
    ("1:2:3:4:5:6:7", "seven groups, no gap"), ("1:2:3:4:5:6:7:8:9", "nine groups"),
    ("1:2:3:4:5:6:7:8::", "eight groups leave no room for a gap"),
    ("::1:2:3:4:5:6:7:8", "eight groups leave no room for a gap"),
    ("1:2:3:4::5:6:7:8", "eight groups leave no room for a gap"),
    ("1:2:3:4:5:6:7::8", "eight groups leave no room for a gap"),
    ("1::2::3", "two gaps"), ("1:2:3:4:5:6:7:", "a final colon"), ("1::2:", "a final colon"),
    (":1::2", "a first colon"), ("12345::", "five digits"), ("g::", "no hexadecimal digit"),
    ("1.2.3.4", "an IPv4 address alone"), ("::1.2.3", "three octets"),
    ("::1.2.3.4.5", "five octets"),
    ("::1.2.3.256", "an octet above 255"),
    ("::1.2.3.04", "an octet with a leading zero"),
    ("::1.2.3.4:5", "the IPv4 address is not last"),
    ("1.2.3.4::", "the IPv4 address is not last"),
    ("1:2:3:4:5:6:7:1.2.3.4", "seven groups and an IPv4 address"),
    ("1:2:3:4:5:6::1.2.3.4", "six groups and an IPv4 address leave no room for a gap"),
    ("::2:3:4:5:6:7:1.2.3.4", "six groups and an IPv4 address leave no room for a gap"),
    ("fe80::1%25eth0", "a zone, which came later"), ("fe80::1%eth0", "a zone without its escape"),
    (" ::1", "a space"), ("::é", "a letter outside ASCII"),
)  # fmt: skip
