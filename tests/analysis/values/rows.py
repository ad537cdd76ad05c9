"""The table of values: links with what is read in them, and look-alikes in which nothing is."""

from __future__ import annotations

from tests.analysis.values.row import HOME, Reads, Silent

UUID_1 = "a28cad70-0d73-11ea-aaef-0800200c9a66"
TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJpYXQiOjE3MDAwMDAwMDAsInN1YiI6ImFubmEifQ.c2lnbmF0dXJlLW9mLTMy"

READS = (
    Reads(f"{HOME}?n=J%C3%BCrgen", "percent", "J\u00fcrgen", span=(21, 32)),
    Reads(f"{HOME}?q=two+words", "form", "two words", "likely"),
    Reads(f"{HOME}?u=https%3A%2F%2Fb.example%2F", "percent > link", "https://b.example/"),
    Reads(f"{HOME}?d=%7B%22a%22%3A%22bc%22%7D", "percent > json", '{"a":"bc"}'),
    Reads(f"{HOME}?d=a%3D1%26b%3D2", "percent > query", "a=1&b=2", "likely"),
    Reads(f"{HOME}?token={TOKEN}", "jwt > json > unix", "2023-11-14T22:13:20Z"),
    Reads(f"{HOME}?d=SGVsbG8sIHdvcmxkIQ", "base64", "Hello, world!", "likely"),
    Reads(f"{HOME}?d=48656c6c6f2c20776f726c6421", "hex", "Hello, world!", "likely"),
    Reads(f"{HOME}{UUID_1}", "uuid > part", "2019-11-22T22:01:28.775Z"),
    Reads(
        f"{HOME}{UUID_1.replace('-', '')}", "uuid-hex > part", "2019-11-22T22:01:28.775Z", "likely"
    ),
    Reads(f"{HOME}?expires=1700000000", "unix", "2023-11-14T22:13:20Z", "likely"),
    Reads(f"{HOME}1700000000", "unix", "2023-11-14T22:13:20Z", "possible"),
)
SILENT = (
    Silent(f"{HOME}index.html"),
    Silent(f"{HOME}?order=1700000000"),
    Silent(f"{HOME}?id=1700000000"),
    Silent(f"{HOME}1700000000"),
    Silent(f"{HOME}wiki/MichaelJackson"),
    Silent(f"{HOME}?phone=1234567890123"),
    Silent(f"{HOME}a-long-title-of-an-article"),
    Silent(f"{HOME}?q=c%2B%2B", ("form", "base64")),
)
