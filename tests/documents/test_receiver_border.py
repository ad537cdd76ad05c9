"""The receiver's border in a header: fields above it are trusted, fields below are not."""

from tests.for_each import for_each
from uriinspector import scan
from uriinspector.documents.authentication import border_of
from uriinspector.documents.document import EmailMessage

BANK = "From: PayPal <service@paypal.com>\nSubject: Your statement\n"
GOOD = "spf=pass smtp.mailfrom={0}; dkim=pass header.d={0}; dmarc=pass header.from={0}"
BAD = "spf=fail smtp.mailfrom=kxqv.test; dkim=none; dmarc=fail header.from=paypal.com"
FORGED = GOOD.format("paypal.com")

# As Gmail writes it: ARC above its border, Authentication-Results right below.
GMAIL = """Delivered-To: me@reader.example
Received: by 2002:a05:7412:2d12:b0:d2:e702:d9f1 with SMTP id ci18csp118rdb;
        Fri, 1 Sep 2023 14:38:30 -0700 (PDT)
ARC-Authentication-Results: i=1; mx.google.com; {results}
Return-Path: <x@kxqv.test>
Received: from mail.kxqv.test (mail.kxqv.test. [203.0.113.9])
        by mx.google.com with ESMTPS id d20mr2927050lji.3 for <me@reader.example>;
        Fri, 01 Sep 2023 14:38:29 -0700 (PDT)
Received-SPF: {spf} (google.com: domain of x@kxqv.test designates 203.0.113.9)
        client-ip=203.0.113.9;
Authentication-Results: mx.google.com; {results}
"""
# As Microsoft 365 writes it: internal hops on top, and no server name in the results.
MICROSOFT = """Received: from A1PR02MB1.namprd02.prod.outlook.com (::1) by
 A2PR02MB2.namprd02.prod.outlook.com with HTTPS; Fri, 3 Jan 2025 13:55:49 +0000
Received: from A3PR02CA8.eurprd02.prod.outlook.com (2603:10a6:10:1d9::13) by
 A1PR02MB1.namprd02.prod.outlook.com (2603:10b6:610:35::23) with Microsoft SMTP
 Server (version=TLS1_2) id 15.20.8314.15; Fri, 3 Jan 2025 13:55:48 +0000
Received: from A4PEPF1.eurprd02.prod.exchangelabs.com (2603:10a6:10:1d9:cafe::43) by
 A3PR02CA8.outlook.office365.com (2603:10a6:10:1d9::13) with Microsoft SMTP
 Server id 15.20.8314.13 via Frontend Transport; Fri, 3 Jan 2025 13:55:47 +0000
Authentication-Results: {results};compauth=pass reason=100
Received-SPF: {spf} (protection.outlook.com: domain of kxqv.test designates 203.0.113.9)
 receiver=protection.outlook.com; client-ip=203.0.113.9; helo=mail.kxqv.test
Received: from mail.kxqv.test (203.0.113.9) by A4PEPF1.mail.protection.outlook.com
 (10.167.8.8) with Microsoft SMTP Server id 15.20.8335.7 via Frontend Transport;
 Fri, 3 Jan 2025 13:55:46 +0000
"""
# Postfix with a filter that returns the message, and a milter above the border.
POSTFIX = """Return-Path: <x@kxqv.test>
Received: from mx.reader.example ([172.22.1.253]) by dovecot with LMTP id 1; Fri, 3 Jan 2025
 13:55:49 +0000
Received: from localhost (localhost [127.0.0.1]) by mx.reader.example (Postfix) with ESMTP id 2;
 Fri, 3 Jan 2025 13:55:48 +0000
Received: from mx.reader.example ([127.0.0.1]) by localhost (mx.reader.example [127.0.0.1])
 (amavisd-new, port 10024) with ESMTP id 3; Fri, 3 Jan 2025 13:55:47 +0000
Authentication-Results: mx.reader.example; {results}
Received-SPF: {spf} (mailfrom) identity=mailfrom; client-ip=203.0.113.9; helo=mail.kxqv.test;
 envelope-from=x@kxqv.test; receiver=mx.reader.example
Received: from mail.kxqv.test (mail.kxqv.test [203.0.113.9]) (using TLSv1.3 with cipher
 TLS_AES_256_GCM_SHA384 (256/256 bits)) by mx.reader.example (Postfix) with ESMTPS id 4;
 Fri, 3 Jan 2025 13:55:46 +0000
"""
RECEIVERS = {"gmail": GMAIL, "microsoft": MICROSOFT, "postfix": POSTFIX}
# Fields that a sender can add below the border, with the name of the receiver.
ADDED = {
    "gmail": "Authentication-Results: mx.google.com; " + FORGED,
    "microsoft": "Authentication-Results: " + FORGED + ";compauth=pass reason=100",
    "postfix": "Authentication-Results: mx.reader.example; " + FORGED,
}
every_receiver = for_each("receiver", *RECEIVERS)


def message(header: str, link: str = "https://kxqv.test/", fields: str = BANK) -> EmailMessage:
    text = f"{header}{fields}Content-Type: text/html\n\n<a href='{link}'>open</a>"
    (result,) = scan(text.encode()).messages
    return result


def found(result: EmailMessage) -> dict[str, str]:
    return {each.code: each.severity for each in reversed(result.findings)}


def places(result: EmailMessage) -> dict[str, set[str]]:
    places: dict[str, set[str]] = {}
    for each in result.to_dict()["claims"]:
        places.setdefault(each["place"], set()).add(f"{each['method']}={each['result']}")
    return places


@every_receiver
def test_receiver_results_are_above_the_border(receiver: str) -> None:
    results = GOOD.format("paypal.com")
    result = message(RECEIVERS[receiver].format(results=results, spf="Pass"), "https://paypal.com/")
    assert {"spf=pass", "dkim=pass", "dmarc=pass"} <= places(result)["receiver"]
    assert "sender" not in places(result)
    assert "SPF, DKIM and DMARC passed for paypal.com, according to the header" in result.sentence
    assert result.severity is None


@every_receiver
@for_each("hops", 0, 1)
def test_forged_pass_does_not_outweigh_a_failure_of_the_receiver(receiver: str, hops: int) -> None:
    real = RECEIVERS[receiver].format(results=BAD, spf="Fail")
    plain = message(real)
    hop = "Received: from paypal.com (paypal.com [192.0.2.1]) by mail.kxqv.test; 1 Jan 2025\n"
    for added in (ADDED[receiver], f"ARC-Authentication-Results: i=9; {FORGED}"):
        result = message(f"{real}{hop * hops}{added}\n")
        assert found(result) == found(plain)
        assert found(result)["authentication-failed"] == "high"
        assert result.severity == plain.severity
        assert "; DMARC failed, according to the header" in result.sentence
        assert "dmarc=pass" not in places(result)["receiver"]


@every_receiver
def test_forged_pass_without_receiver_results_lowers_no_severity(receiver: str) -> None:
    none = "spf=none smtp.mailfrom=kxqv.test; dkim=none; dmarc=none header.from=paypal.com"
    real = RECEIVERS[receiver].format(results=none, spf="None").replace("compauth=pass", "x=y")
    plain, forged = message(real), message(f"{real}{ADDED[receiver]}\n")
    assert found(forged) == found(plain)
    assert "no check passed, according to the header" in plain.sentence
    assert "no check passed" not in forged.sentence
    assert "that the sender could have written" in forged.sentence
    (finding,) = [each for each in forged.findings if each.code == "authentication-failed"]
    assert finding.message.startswith(
        "The only checks that passed are in fields that the sender could"
    )


@every_receiver
def test_passed_check_counts_for_the_domain_it_names(receiver: str) -> None:
    results = "spf=pass smtp.mailfrom=kxqv.test; dkim=none; dmarc=none header.from=paypal.com"
    result = message(RECEIVERS[receiver].format(results=results, spf="Pass"))
    assert "; SPF passed for kxqv.test only, according to the header" in result.sentence
    assert "passed for paypal.com" not in result.sentence


def test_header_without_received_comes_from_the_sender() -> None:
    header = (
        f"Authentication-Results: mx.reader.example; {FORGED}\nReceived-SPF: pass (x: paypal.com)\n"
    )
    result = message(header)
    assert places(result).keys() == {"sender"}
    assert "DMARC passed for paypal.com, according to a field that the sender" in result.sentence
    assert " only, according" not in result.sentence


@every_receiver
def test_header_of_an_enclosed_message_comes_from_the_sender(receiver: str) -> None:
    inner = RECEIVERS[receiver].format(results=FORGED, spf="Pass") + BANK + "\nHello\n"
    outer = (
        f"{POSTFIX.format(results=GOOD.format('kxqv.test'), spf='Pass')}From: x@kxqv.test\n"
        f"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/rfc822\n\n"
        f"{inner}\n--b--\n"
    )
    first, second = scan(outer.encode()).messages
    assert "receiver" in places(first)
    assert places(second).keys() == {"sender"}


def test_results_right_below_the_border_are_shown_but_not_trusted() -> None:
    """Gmail without ARC: the fields can be Gmail's, or those of a sender who knows its name."""
    header = GMAIL.format(results=FORGED, spf="pass")
    header = "".join(line for line in header.splitlines(True) if not line.startswith("ARC-"))
    result = message(header, fields="From: PayPal <x@paypal.com>\nSubject: Hi\n")
    assert places(result).keys() == {"border"}
    assert "passed for paypal.com, according to the header" in result.sentence
    none = "Received-SPF: none (x.test: paypal.com)\n"
    against = message(f"{header}{none}")
    assert "that the sender could have written" in against.sentence
    assert found(against) == found(message(none))
    assert "authentication-failed" in found(against)
    other = message(header.replace("mx.google.com; spf", "mx.other.example; spf"))
    assert places(other).keys() == {"border", "sender"}


OUTSIDE = "from mail.kxqv.test (mail.kxqv.test [203.0.113.9]) by mx.reader.example with ESMTP"
LOWER = "from paypal.com (paypal.com [192.0.2.7]) by mx.reader.example with ESMTP"


@for_each(
    "hop", "by mx.reader.example (Postfix, from userid 0) id 1",
    "by 2002:a05:7412:2d12:b0:d2:e702:d9f1 with SMTP id 1", "(qmail 11769 invoked from network)",
    "from localhost (localhost [127.0.0.1]) by mx.reader.example (Postfix) with ESMTP",
    "from mx.reader.example ([127.0.0.1]) by localhost (amavisd-new, port 10024) with ESMTP",
    "from mx.reader.example (unknown [10.1.2.3]) by store.reader.example (Postfix) with ESMTP",
    "from mx1 (mx1 [192.168.0.7]) by store.reader.example with ESMTP",
    "from EX1.reader.example ([fe80::1%12]) by EX2.reader.example ([fe80::2%14]) with mapi",
    "from [::ffff:10.0.0.1] (helo=mx.reader.example) by store.reader.example with esmtp",
    "from mx.reader.example (mx.reader.example [203.0.113.1]) by b.reader.example with SMTP",
    "from mx.reader.example (mx.reader.example. [203.0.113.1]) by b.reader.example with SMTP",
    "from mx.reader.example (2001:db8::1) by store.reader.example (2001:db8::2) with SMTP",
    "from mx.reader.example (2001:db8:7::1) by store.reader.example with LMTP id 4",
    "from pop.reader.example [203.0.113.1] by localhost with POP3 (fetchmail-6.3.6)",
    "from other.test (mx.reader.example [10.9.8.7]) by store.reader.example with ESMTP",
)  # fmt: skip
def test_internal_hop_of_the_receiver_is_above_the_border(hop: str) -> None:
    border = border_of([hop, OUTSIDE, LOWER])
    assert border is not None
    assert (border.place, border.by) == (1, "mx.reader.example")


@for_each(
    "hop",
    # The first name is the one the client gives itself.
    "from mx.reader.example (unknown [203.0.113.1]) by mx.reader.example (Postfix) with ESMTP",
    "from mx.reader.example ([203.0.113.1]) by mx.reader.example with esmtp",
    "from mx.reader.example (203.0.113.1) by mx.reader.example (203.0.113.2) with SMTP",
    "from mx.reader.example (mail.kxqv.test [203.0.113.1]) by mx.reader.example with ESMTP",
    "from mx.reader.example (mx.reader.example [203.0.113.1] (may be forged)) "
    "by mx.reader.example with ESMTP", "from mx.reader.example by mx.reader.example with SMTP",
    "from mx.reader.example (2001:db8:1::1) by mx.reader.example (2001:db8:2::1) with SMTP",
    "from unknown (HELO mx.reader.example) (203.0.113.1) by mx.reader.example with SMTP",
    "from unknown (HELO 10.0.0.1) (203.0.113.1) by mx.reader.example with SMTP",
    "from [203.0.113.1] (port=58725 helo=[127.0.0.1]) by mx.reader.example with esmtp",
    "from [203.0.113.1] (helo=mx.reader.example) by mx.reader.example with esmtp",
    "from localhost (unknown [203.0.113.1]) by mx.reader.example (Postfix) with ESMTP",
    "from [10.0.0.1] (unknown [203.0.113.1]) by mx.reader.example (Postfix) with ESMTP",
    "from mx.reader.example (mx.reader.example [10.0.0.1]) (kxqv.test [203.0.113.1]) by "
    "mx.reader.example with SMTP",
    "from reader.example.kxqv.test (reader.example.kxqv.test [203.0.113.1]) "
    "by mx.reader.example with ESMTP",
    # Servers that only take messages from outside, whatever the client claims.
    "from a.prod.outlook.com (2603:1020:5::1) by b.mail.protection.outlook.com (2603:10a6::2)",
    "from a.prod.outlook.com (203.0.113.1) by b.prod.outlook.com (2603:10a6::2) with SMTP",
    "from mx.reader.example (203.0.113.1) by webmail.reader.example with HTTPS",
    "from a.prod.outlook.com (203.0.113.1) by b.mail.protection.outlook.com (10.167.8.8)",
    "from mail.google.com (mail.google.com. [203.0.113.1]) by mx.google.com with ESMTPS",
    "from mx.reader.example", "from mx.reader.example (10.0.0.1)",
)  # fmt: skip
def test_client_cannot_impersonate_a_server_of_the_receiver(hop: str) -> None:
    border = border_of([hop, LOWER, LOWER])
    assert border is not None
    assert border.place == 0


def test_border_of_an_internal_message_is_the_last_own_server() -> None:
    inside = "by store.reader.example with LMTP"
    other = "from a.kxqv.test (a.kxqv.test [10.0.0.1]) by b.kxqv.test with ESMTP"
    border = border_of([inside, inside, other])
    assert border is not None
    assert border.place == 1
    assert border_of([]) is None
    script = "by mx.reader.example (Postfix, from userid 33)"
    border = border_of([script, "by localhost", LOWER])
    assert border is not None
    assert border.place == 0


def test_domain_named_only_by_the_sender_is_unrelated() -> None:
    header = POSTFIX.format(results=BAD, spf="Fail")
    more = f"Authentication-Results: x; {GOOD.format('links.test')}\nReply-To: a@links.test\n"
    more += "Sender: a@links.test\nReturn-Path: <a@links.test>\n"
    result = message(header + more, "https://links.test/")
    assert found(result)["authentication-failed"] == "high"
    assert result.context.is_all_foreign


def test_spf_domain_comes_from_the_comment_not_from_helo() -> None:
    result = message(MICROSOFT.format(results="dkim=none", spf="Pass"))
    (claim,) = [each for each in result.envelope.claims if each.method == "spf"]
    assert claim.domain == "kxqv.test"
    header = GMAIL.format(results="dkim=none", spf="pass")
    (claim,) = [each for each in message(header).envelope.claims if each.method == "spf"]
    assert (claim.domain, claim.place) == ("kxqv.test", "border")


def test_long_header_has_a_limited_number_of_claims() -> None:
    hop = "Received: from localhost (localhost [127.0.0.1]) by mx.reader.example; 1 Jan 2025\n"
    result = message((hop + f"Authentication-Results: mx.reader.example; {FORGED}\n") * 400)
    assert len(result.envelope.claims) <= 32


def test_second_from_mailbox_does_not_exempt_the_first() -> None:
    sender = "From: PayPal <x@kxqv.test>, <service@paypal.com>\nSubject: Hi\n"
    assert "sender-known-name" in found(message("", fields=sender))
    honest = "From: PayPal <a@paypal.com>, <service@paypal.com>\nSubject: Hi\n"
    assert "sender-known-name" not in found(message("", fields=honest))


@for_each(
    "header, severity",
    ("", "medium"),
    (POSTFIX.format(results=GOOD.format("paypal.com"), spf="Pass"), "medium"),
    (POSTFIX.format(results=BAD, spf="Fail"), "high"),
)
def test_mismatched_alternatives_of_a_refused_sender_are_high(header: str, severity: str) -> None:
    parts = (
        "Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\n"
        "https://www.paypal.com/\n--b\nContent-Type: text/html\n\n"
        "<a href='https://kxqv.test/'>open</a>\n--b--\n"
    )
    (result,) = scan(f"{header}{BANK}{parts}".encode()).messages
    assert found(result)["alternative-mismatch"] == severity
