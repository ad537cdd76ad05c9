"""References with characters that resemble others, and honest ones with the same characters."""

from typing import Final

from tests.analysis.expectations.row import UNCLEAR, Row, high, info, low, medium

SEMANTIC: Final = "RFC 3986 7.6, as people see it"
ALIKE: Final = "UTS 39, confusables; Chromium's steps for showing international names"
ORDINARY: Final = "letters and signs of a language between each other"
LOGIN: Final = "names of accounts"
DECEIVES: Final = ("userinfo-deceptive", "confusable-delimiter", "encoded-delimiter")

USERINFO: Final = tuple(
    Row(f"https://{user}@evil.test/", (high("userinfo-deceptive"),), "evil.test", SEMANTIC, why)
    for user, why in (
        ("paypal\u3002com", "An ideographic full stop is read as a dot."),
        ("192.168.1.1", "An address in front of the @ is a user's name."),
        ("paypal", "The name of a site alone."),
        ("paypa1", "The name with a digit for a letter."),
        ("www.paypal.com%40", "An escaped @ ends what is read as a host."),
        ("p\u0430ypal.com", "A Cyrillic a among Latin letters."),
        ("\uff50\uff41\uff59\uff50\uff41\uff4c.com", "Fullwidth letters."),
        ("paypal.com\u2044", "A fraction slash ends what is read as a host."),
        ("paypal\u2024com", "A one dot leader is read as a dot."),
        ("p\u0338aypal.com", "A stroke through a letter is looked over."),
        ("apple-login", "A name that is a word, beside a word that urges."),
        ("john:paypal.com", "The host that is read stands in the password."),
    )
)

LABELS: Final = tuple(
    Row(f"https://{host}/", (said,), UNCLEAR, ALIKE, why)
    for host, said, why in (
        ("example.com\u4e3ftest", high("confusable-delimiter"), "An ideograph like a slash."),
        ("example.xn--comtest-m83k", high("confusable-delimiter"), "The same behind Punycode."),
        ("google\u00b7com.evil.test", high("confusable-delimiter"), "A middle dot like a dot."),
        (
            "google\u2024com.evil.test",
            high("confusable-delimiter"),
            "A leader that browsers reject.",
        ),
        ("xn--googlecom-5pa.evil.test", high("confusable-delimiter"), "The same, as Punycode."),
        ("my\u2013bank.test", medium("confusable-delimiter"), "A dash that is no hyphen."),
        ("xn--mybank-4g0c.test", medium("confusable-delimiter"), "The same behind Punycode."),
        ("ip\u4e00address.test", medium("non-ascii-host"), "One, like a dash among letters."),
        ("bank\u0650.test", medium("non-ascii-host"), "An Arabic mark on a Latin letter."),
        ("\u0441\u044e.test", medium("non-ascii-host"), "Cyrillic that is kept in Punycode."),
        ("\u0a68\u0a68\u0a68.test", medium("non-ascii-host"), "Digits that are read as others."),
    )
)

HONEST: Final = (
    *(
        Row(f"https://{user}@example.com/", (low("userinfo-present"),), "example.com", LOGIN, why)
        for user, why in (
            ("bonnie.raffel", "A person's name has a dot and is no host."),
            ("jane.kim", "A surname that is also a suffix."),
            ("svc.account", "An account of a service."),
            ("user.name%2Btag", "A tag behind a plus sign."),
            ("deploy.bot", "What accounts are called is a suffix, too."),
            ("o'brien", "An apostrophe."),
            ("\u5c71\u7530.\u592a\u90ce", "A Japanese name."),
            ("0123456789abcdef0123456789abcdef", "A key of a service."),
        )
    ),
    *(
        Row(f"https://{host}/", (info("non-ascii-host"),), UNCLEAR, ORDINARY, why, None, (), FAKE)
        for FAKE in [("confusable-delimiter", "mixed-script", "confusable")]
        for host, why in (
            ("\u65e5\u672c\u30fb\u91ce\u7403.jp", "A middle dot between Japanese letters."),
            ("xn--vek160nb2ay85atj0b.jp", "The same behind Punycode."),
            ("\u4e36\u4e40\u4e41\u4e3f.cn", "Strokes among ideographs."),
            ("\u05e9\u05d1\u05f4\u05e6.il", "Hebrew marks in a Hebrew word."),
        )
    ),
    *(
        Row(f"https://example.com/{rest}", (), "example.com", ORDINARY, why, None, (), DECEIVES)
        for rest, why in (
            ("wiki/\u30de\u30a4\u30b1\u30eb\u30fb\u30b8\u30e3\u30af\u30bd\u30f3", "A name."),
            ("wiki/\u4f60\u597d\uff1a\u4e16\u754c\uff1f", "Chinese punctuation."),
            ("wiki/1914\u20131918", "Years with a dash between."),
            ("wiki/Rock_\u2019n\u2019_Roll", "Apostrophes."),
            ("?q=C\uff03\u5165\u9580", "A fullwidth sign before Japanese letters."),
        )
    ),
)

ROWS: Final = (*USERINFO, *LABELS)
