"""Addresses in PDF files: in every syntax, compressed, encrypted, and in actions."""

import random
import zlib
from base64 import a85encode, b64decode
from email.message import EmailMessage

import uriinspector
from tests.documents.samples import zipped
from tests.examples import at_most
from tests.for_each import for_each

LINK = "https://a.test/x"
TEXT = LINK.encode()
PACKED = zlib.compress(b"5 0 <</S/URI/URI(%s)>>" % TEXT)
CODE = b"app.launchURL('%s', true);" % TEXT
# Made with pypdf 7.1.1: one link; the user password is empty or "secret", the owner password
# is "owner".
ENCRYPTED = {
    ("RC4-40", "secret"): (
        "eNqNUsuO00AQvM9XzCVHdt4zHsmKtK9IKxZtlLBc0B7mGQyRvXIm0i4/yYE/gB+h7UCwZA7YHsmuru4qd/difbN6"
        "wy4EWvz4+e07Ypjizn9GdY3Iuu/iMaQe1ybp6AWXji7RcolSGwcOn3Dfvz4nTNZulw6IXHfHtmCGyNsmHvBHLIG4"
        "wU+TVDFLvXbF7bsdOtXAQ+3NJEH+UwuRTTp0xz5ABkSATt6l2Lir7gVk6QUdD6On8zQU7xNYO1Unl23blcGgmhlU"
        "M72RjMj26Mv4fd+0Xwb9UCZSanxA6KrrI3QOIuMNyOXgkGwxedzcnWuG0nQtGiBcZ+pEJRmXPjIdhHGyklLHyqms"
        "gtZpbD1Zn7o5saonVj8MXd9gjsh9anflE5Z0TOFWWm24hcCq2RdwRrbFtdH1EZEHXFueE81SKumiDFaDsBVZiEBN"
        "8EpmVZkYEktcV8C0KSSnGTWOpawFjRGMPeK64sHDqjgnIvxIBbgwmVVSGEuVi1CSax+pFtalzJXyxnvwxCXTPEtv"
        "psv10qeMKDaIni+slRIKZ3zGGIxpjLR/MWVnGGPVHNNmhnEzz5UwzzNWetfsUz+2ett8TWCPbLquYHFaqLs2d5j9"
        "fr+B6ddcMJqchSZ45yIPFv7VRGp91JVxwS7/hwLbc9uG/vW5YP1n+Ifi+jI2SWuJFovbhxX6BQyq98g="
    ),
    ("RC4-128", "secret"): (
        "eNqNUsmO00AQvfdX9CVHpvdNsiLNFmnEoIkShguaQ7uXYIjskdORZvhJDvwB/AhlB4Ilc8B2S+5X9aqeXtVifbN6"
        "wy4EWvz4+e07Ypjirv6MqgqRdd/FY0g9rnQMwRonfVqi5RKlNg45fJL7/vU5YbL2u3RA5Lo7tgUzRN428YA/YgmJ"
        "G/w0oYoZ9doXv+926FQDD7U3E4L8Zy9ENunQHfsADIhAOnmXYuOvuhdoSy/oeBg9naeheJ9A2qk6uWzbrgwC1Uyg"
        "mvUbkxHZHusy3u+b9svQP5RJKzV+0Oiq6yM4B5HxBeRyUEi2mDxu7s41Q2m6Fg0QrnIW0Rhjg+QxSEGTECpRE+to"
        "ayV8Hq0n65ObE6l6IvUD5qAJC0TuU7srnzDjduRwJ5023EF41ewLSCPb4tvo+4jIA65orJVVKgcluFbaJaOVozr4"
        "rGWSQPcycBp1ck7nmLLTIrlaUUuzS9QKUPaIqxilEorXjApop6zPRmSlODChpg/c1lkmlWQyEJRMS0rhrnPOnjJq"
        "p9v10qeMKDaInh+sFZTHGZ8xBnMaI+1fTLkZxpidY9rMMG7mXAkDPWOl980+9aPX2+ZrAnlk03UFi9NG3bW5w+z3"
        "/w2MvwLLuWaeCcZNtDyxoMDUGswUJsbIlv+TAutz24b+9blg/Wf6h+L7MpqktUKLxe3DCv0CZmn3pA=="
    ),
    ("AES-128", ""): (
        "eNqNU0lu2zAU3fMU3GTZcJ4Aw0AGGwiaIIHdZFNkQfGTidtUCmS6SHvJLnqD9iL9klPHgLuoZQni45/e49PRzfn8"
        "nThW5OjX7x8/iaCcds0nMpkQdtN3sEm5pxPjwUjhjAjWmCCtUAqhBgwvELj2ADyrDMX7WHwBKbMHkYIsILQ3gk/J"
        "dEpyC0Nludfhw7fnTNlNfMhrws66TVupIOz9Ctb0I9UYuKD3e6nqIPUs1vjUPZBtDTrUXuwl6H/2ImyR192mT5iB"
        "OxjOrjKs4mn3gm35MR9vwbf3/VC8zzjatjo7aduuDgOagwHNQb8xmLDlpqnj+nLVfh76p7rXyox/bHTa9YB64854"
        "IXIyTMiWlN0uLnY1U111LRkgOvE8+uBC8gGUTc6Alxaic8GJaEIGAyaCyzpY75x1qTgfDGhVhFbZi6wCT1IVVawX"
        "BYoLMZvsnfdNFljBj0fHbransUfV7lG9oxo5DY/L3D7URyqkH3NkwL5OBknYfPVUkRpb1thC7IGwa/SVtSV6p3JW"
        "KuHICVSDfioQ0UtCxxKVhhKi8sVm0KIJXmeZkKCM0RaDk92iBFGaEHVxWTgunQCHNKARKekYSuHSN0UjK52d8VEL"
        "qznHtS2lRC44UmRn863OFV7fTjb1cfZ1OHV23qXr59wOQVco/mx5J9+I2kGSQaFl/TKn2wLDot8t3iR76XMhnDrC"
        "dz+K35MytNAdJtBD4067w4RQh5iTB5iU4gBT6jDXWP+G1T6unnI/nuNy9T3jeGzRdZWqrdsv2tJR8fp+jtacJKmz"
        "kC4FjkqHHGQQ6DtVXFLgmqaZ/k8IWnvWpv7bc6X2r7PWNfZ1FMk7Q46OZtdz8gfyJDIV"
    ),
    ("AES-256-R5", "secret"): (
        "eNqNVM2O3DYMvvspdNljY4n6BwYLbHZngKAJdjHT5FLkIInUZtqNvfB6iqQv2UPfoH2RUp50MsD0UNsyLIr8SH4k"
        "ffVwt/lBvdLd1V9///Fnp4QUY/6lW626/mEa8VBoEiuAnCRIAsyIUbscrAELgFRRYfE+kcIk+alFOpvRWmM8eAdK"
        "W0vpuru+7mjAhgxnHn76+kyif0iP9NL1t+NhmIXq+h/3+CJ+FoYVt+Ljmam+ML1Nc3oaH7sjhmjY2zMD85++un5L"
        "L+NhKmzBJ6zevyPcp9fjF3YrX8llKXlcHxv4RBzaEb2/GYZxbgHaiwDthb9Fuet3hzwv+7f74dfmv8xnruzysKPX"
        "44TMN58sN0tuWoT9TvTvt29OmGXej0PXRGJlPFUZUHqPuURIRFKaGE3CoEshLyOS9S45DUaVTMqnqqDYGkwKAT1J"
        "47OxymSJEnS1WD1ApUDgaka3lK5/OFbjLFV3luoHYTmn9npLw+P8SYB1iw1EE52HCF2/2T/NnFq/m9OAacKuvxer"
        "bAqEKMkmRKBsYo5Rx+x9pOglUU1OEccd0dhCZF1iSIi+EuYajZZJFZOhuKxKabY2xFxNIfDKlxA58vdihRZiSM5J"
        "i55NuEujRc2BMXiWqbWvk1kam5OVsuaMXoVqLAWPIafgK0QXVU1RG5UpqqwlKqeY22xDsuzldnOs04zfvm4O86f1"
        "b61r+rux3D/T0JTecfHWuw/6RJSGRmljeDd/3ogjQNtM3zf3a7FyjgKg4doxA5RTztGXAkai1qBSiqih+AjVIVbN"
        "E4pZBu1BB+eJTGhEMIy3EaM0qKAFX0oN0garfDUqkPYx65JyUaokr32WjQmjmZ2KnC13TOsEmj7z2GiIFYrm7smZ"
        "PBQFrOm01NmhI1LnE/9lotpJ4Tt5uoSzVltRxUmmeHaWk+EkU0pfyjxcyADUhUzrS1vrwnfZPKX9E01L/+72vxOH"
        "12/HcRb6OOVvhjoK9e37jkdyFdHHqoz0CEDKKB45IBsct1AKyCn/HxUe6fVQpq/Ps3D/TtTLnKZ5IUkp4B/x1fp+"
        "0/0Dg1l0pA=="
    ),
    ("AES-256", ""): (
        "eNqNVMlu3EYQvfMr+qJjzOqqXoGBAFmaAYzYkKCJfQl86KVankQmBYoK7PxkDvmD5EdSnHHGA0wO4QKwa69X9Xhx"
        "d7P5Qb+i7uKvv//4s9MK1Jh/6Varrr+bxvpSeFKrmoBM1slXixpi46oLx8zOJFdy4BZDzgBIiWKrlgK5nKkkZxs5"
        "8vWyu7zseKhLZDzJ8NPXJ1b9XXrg566/Hl+GWemu/3FXn9XPyojhvfp44kpnrtdpTo/jQ3eIoZbY9ycO5j9zdf09"
        "P48vUxEP0Yh5/47rLr0ev0haeAX7V8Ph/bgEn1hKO0Tvr4ZhnJcC7VmB9izf3rjrty953p/f7oZfl/xlPkll948k"
        "ej1OVfAWzf4WydVSYb9V/fv7N8eYZd6NQ7eIZDTRlAZUog4QQgquIVvtQ2UjI0HftLYQucZGIENzMYNGbTyIPlVy"
        "kK0vBTHkkhGtBmOa5ZDYI1Vr7X50/d1hGietupNWPygrPSnX9W95eJg/KbRu74PRROcxYtdvdo+ztNZv5zTUNNWu"
        "v1WrAMYRSdk2stFNVsaUBNXn5psrllFrKGQciL5Im40xSXPgSwDwLmgTcuSUMzfpMrdKNmKJlDC5CEWK79+rlYst"
        "YQYCA9Zg0V4CelNdEOuWSmvSfyQghOJknxckUdtACRyXJohFF1JNmrCUUl1hm9EmE1PWOtrGkuV6c5jTXL99Xb3M"
        "n9a/LVvT34zl9omHxeidDG+9/UBHoAgXSBeEt/PnjToEWA7T98PtWq1Y8vjSdOJcMwrHKDvNVaqVETkhXRMaGk9M"
        "KfhaKVbyphXgWLE4hAUICZNFyV5L01iEuiYIq7On1BxVZ6D4GEk2IOfUwIbsEnobMFZIwnvvcdkEnj4LbWxhUSTI"
        "glAibWMAj7kxxQICjz9l/JeJWwfKd3C8lLOWrGrqKNPCnb1mOMq0pnOZxzMZoj6TEZ37Whe+y+Yp7R552u/vdvc7"
        "S3n9/TjOig4sfzO0Uelv3zdCyVWSnll+dJA1Nt1qaAChJeOi1Ya5Xf4fE6H0eijT16dZuX8Z9Tynad6DpDXKj/hi"
        "fbvp/gHxqXa0"
    ),
    ("AES-256", "secret"): (
        "eNqNVM2OGzcMvuspdNljMxIlURJgLLDZtYGgCXZhN7kUOeiH2rjdzCxmx0XSl+yhb9C+SDnj1DHgHmpbwAxFfvz4"
        "kfTVw93mB/3KiKu//v7jT6GlkkP+RaxWonsYh3ooNMoVgEnQdCRtq1GuKOeVN6FAKyp6NJjJFG0xWhdMVmSNj82T"
        "jo1My4muxfW1oL7OyHCW4aevzyS7h/RIL6K7HQ79JLXoftzXF/mztOy4lR/PQs1F6G2a0tPwKI4YcsbengXY/8wl"
        "ui29DIexcATfsHv3juo+vR6+cFr1Si1Hq+P5OIOPxNSO6N1N3w/TTNBdEHQX+RZn0e0OeVre3+77X+f8ZTpL5ZYf"
        "J3o9jJX15pvly5abmWG3k9377ZsTZpn2Qy9mk1wZMCGYWFSO0QMoBGUUZnBNe8iYM1ZrQy2mIRio0RJgsTlFU8hS"
        "qCHZ7FrS2mGAgDqX5lRIQWVIqpW2tK57OHbjrFQ8K/WDdFyTRNG9pf5x+iTB4RID0Ub0EEF0m/3TxKV1uyn1NY1V"
        "dPdMPgbXaqYYmDJ5zNVHhyU65TXGgq458NUjWFVcDLpViLkVqkRVJRuds5RqjSGg54kLoHg0m+KiCuYCwMzfyxU1"
        "ravVtdWkQaNDlVpC46gZBxhi9lBKLRwQHDko8zHYggZGiylmDIEsc7SA2ZlSstEeK1Ny5AkiZ7ndHPs01W9PN4fp"
        "0/q3eWq6u6HcP1M/O73j5q13H8xJKAOzpLPCu+nzRh4B5pfx+8v9Wq5s9cECkcrK14wKFJiMRnHfK/rA22lLyNy7"
        "mggLKwpYPXBNKvvAFc5CMEyJSSfIrBHrE7S1XIzXhMpxaeTZH6tuFFFZ8qp5HUBraLVQctGQnSeBxs+8Ni5nnciX"
        "Sjw9LTU0TCtEZZwDxq3nG/9lpCaU9EKdPhKdM042ebJp3p3lpj/ZtDaXNg8XNgB9YTPmMpYn/LttGtP+icZlfnf7"
        "34npddthmKQ5bvmbvg1Sf3u+45VcIQbiMTKJSjAVzayVaq22orMpVl3/Hxde6XVfxq/Pk8R/N+plSuO0iMRi8x/x"
        "1fp+I/4B0dZ2UQ=="
    ),
}


def pdf(*objects: bytes) -> bytes:
    written = (b"%d 0 obj\n%s\nendobj\n" % row for row in enumerate(objects, 1))
    return b"%PDF-1.7\n" + b"".join(written) + b"trailer<</Root 1 0 R>>\n%%EOF"


def stream(head: bytes, content: bytes) -> bytes:
    return b"<<%s/Length %d>>stream\n%s\nendstream" % (head, len(content), content)


OBJECTS = b"/Type/ObjStm/N 1/First 4"
SHOWN = {
    "literal": pdf(b"<</S/URI/URI(%s)>>" % TEXT),
    "hexadecimal": pdf(b"<</S/URI/URI<%s>>>" % TEXT.hex().encode()),
    "UTF-16": pdf(b"<</S/URI/URI(\xfe\xff%s)>>" % LINK.encode("utf-16-be")),
    "UTF-8": pdf(b"<</S/URI/URI(\xef\xbb\xbf%s)>>" % TEXT),
    "name by number": pdf(b"<</S/URI/U#52I(%s)>>" % TEXT),
    "comment": pdf(b"<</S/URI/URI %%c\n(%s)>>" % TEXT),
    "reference": pdf(b"<</S/URI/URI 2 0 R>>", b"(%s)" % TEXT),
    "mark before the head": b"\xef\xbb\xbf" + pdf(b"<</S/URI/URI(%s)>>" % TEXT),
    "remote file": pdf(b"<</S/GoToR/F<</Type/Filespec/FS/URL/F(%s)>>>>" % TEXT),
    "form": pdf(b"<</S/SubmitForm/F<</FS/URL/F(%s)>>>>" % TEXT),
    "code": pdf(b'<</S/JavaScript/JS(app.launchURL\\("%s"\\);)>>' % TEXT),
    "code in a stream": pdf(
        b"<</S/JavaScript/JS 2 0 R>>", stream(b"/Filter/FlateDecode", zlib.compress(CODE))
    ),
    "packed objects": pdf(stream(OBJECTS + b"/Filter/FlateDecode", PACKED)),
    "packed twice": pdf(
        stream(OBJECTS + b"/Filter[/ASCII85Decode/FlateDecode]", a85encode(PACKED) + b"~>")
    ),
    "packed as digits": pdf(
        stream(OBJECTS + b"/Filter[/ASCIIHexDecode/Fl#61teDecode]", PACKED.hex().encode() + b">")
    ),
}


@for_each("name", *SHOWN)
def test_address_in_every_pdf_syntax_is_found(name: str) -> None:
    document = uriinspector.scan(SHOWN[name], name="a.pdf")
    assert document.kind == "pdf"
    assert [link.value for link in document.links] == [LINK]
    assert document.findings == ()


@for_each(
    "action, values",
    (b"/F(%s)" % TEXT, [LINK]),
    (rb"/Win<</F(\\\\a.test\\x\\e.exe)>>", [r"\\a.test\x\e.exe"]),
    (b"/F(cmd.exe)", []),
    (b"/Win<</F(cmd.exe)/P(/c start %s)>>/P 7 0 R" % TEXT, [LINK]),
)
def test_launch_action_is_reported(action: bytes, values: list[str]) -> None:
    document = uriinspector.scan(pdf(b"<</S/Lau#6ech%s>>" % action), name="a.pdf")
    assert [link.value for link in document.links] == values
    assert [(each.code, each.severity) for each in document.findings] == [
        ("document-launch", "medium")
    ]


def test_pdf_file_names_and_other_keys_are_not_addresses() -> None:
    document = uriinspector.scan(pdf(b"<</Type/Filespec/F(invoice.pdf)/URIs(http://b.test/)>>"))
    assert len(document.links) == 0


@for_each("cipher, password", *ENCRYPTED)
def test_encrypted_file_is_opened_by_any_of_its_passwords(cipher: str, password: str) -> None:
    octets = zlib.decompress(b64decode(ENCRYPTED[cipher, password]))
    for given in ("", password, "owner"):
        document = uriinspector.scan(octets, passwords=[given] if given else [])
        is_open = not password or bool(given)
        assert [link.value for link in document.links] == [LINK] * is_open, given
        for link in document.links:
            assert octets[link.source.start - 1 : link.source.start] in b"(<"
        if not is_open:
            assert [each.reason for each in document.not_examined] == ["encrypted"]
    assert len(uriinspector.scan(octets, passwords=["wrong"]).links) == (not password)


@for_each(
    "password, text, is_open, is_told",
    ("secret", "Senha PDF: secret", True, True),
    ("secret", "The file is attached", False, False),
    # Without a password, everyone can open it.
    ("", "Senha PDF: secret", True, False),
)
def test_password_in_the_text_opens_an_attached_pdf_and_is_reported(
    password: str, text: str, is_open: bool, is_told: bool
) -> None:
    mail = EmailMessage()
    mail["From"] = "a@b.example.org"
    mail.set_content(text)
    octets = zlib.decompress(b64decode(ENCRYPTED["AES-256", password]))
    mail.add_attachment(octets, maintype="application", subtype="pdf", filename="a.pdf")
    document = uriinspector.scan(mail.as_bytes())
    assert ([link.value for link in document.links] == [LINK]) is is_open
    assert ("encrypted-attachment" in {each.code for each in document.findings}) is is_told


def test_encrypted_pdf_in_an_archive_is_opened() -> None:
    octets = zlib.decompress(b64decode(ENCRYPTED["AES-256", "secret"]))
    document = uriinspector.scan(zipped({"a.pdf": octets}), passwords=["secret"])
    assert [link.value for link in document.links] == [LINK]


def test_damaged_pdf_does_not_raise() -> None:
    chance = random.Random(7)
    samples = [*SHOWN.values(), *(zlib.decompress(b64decode(each)) for each in ENCRYPTED.values())]
    for octets in samples:
        for _ in range(at_most(20)):
            changed = bytearray(octets)
            for _ in range(chance.randrange(1, 6)):
                changed[chance.randrange(8, len(changed))] = chance.randrange(256)
            uriinspector.scan(bytes(changed), passwords=["secret"]).to_dict()


PAGE = b"<a href='https://a.test/in'>x</a>"
SPECS = (
    b"<</Type/Filespec/F (a.html)/EF<</F 2 0 R>>>>",
    b"<</Type/Filespec/EF<</F 2 0 R/UF 2 0 R>>/UF (a.html)>>",
)


@for_each("spec", *SPECS)
def test_embedded_file_of_a_pdf_is_read(spec: bytes) -> None:
    plain = stream(b"/Type/EmbeddedFile", PAGE)
    packed = stream(b"/Filter/FlateDecode", zlib.compress(PAGE))
    for content in (plain, packed):
        document = uriinspector.scan(pdf(spec, content))
        assert [(each.value, each.part) for each in document.links] == [
            ("https://a.test/in", "1.file1")
        ]
        assert document.parts[1].name == "a.html"


def test_files_in_a_pdf_are_judged_and_counted() -> None:
    spec = SPECS[0].replace(b"a.html", b"a.pdf.exe")
    (finding,) = uriinspector.scan(pdf(spec, stream(b"", b"MZ"))).findings
    assert (finding.code, finding.severity) == ("archived-file", "high")
    many = [
        each
        for number in range(2, 404, 2)
        for each in (b"<</F (a)/EF<</F %d 0 R>>>>" % number, stream(b"", b"x"))
    ]
    document = uriinspector.scan(pdf(*many))
    assert (len(document.parts), document.not_examined[0].reason) == (201, "1 more file not opened")
    # An object without a stream is not a file.
    assert len(uriinspector.scan(pdf(SPECS[0], b"<<>>")).parts) == 1


BASED = b"<</Type/Catalog/URI<</Base (https://b.test/d/)>>>>"
RELATIVE = b"5 0 obj\n<</S/URI/URI(x)>>\nendobj\n"


@for_each(
    "more, target",
    (b"9 0 obj\n%b\nendobj\n" % BASED, "https://b.test/d/x"),
    (b"9 0 obj\n<</URI 8 0 R>>\nendobj\n8 0 obj\n<</Base<%b>>>\n"
        % b"https://b.test/d/".hex().encode(), "https://b.test/d/x"),
    # A newer catalog replaces the older one.
    (b"9 0 obj\n%b\nendobj\n" % BASED * 2 + b"<</Base(http://c.test/)>>", "http://c.test/x"),
    (b"9 0 obj\n<</URI<</Base (d/)>>>>\nendobj\n", None),
    (b"9 0 obj\n<</BaseFont(http://c.test/)>>\nendobj\n", None),
)  # fmt: skip
def test_catalog_of_a_pdf_has_the_base_of_relative_links(more: bytes, target: str | None) -> None:
    link, *_ = uriinspector.scan(b"%PDF-1.7\n" + RELATIVE + more + b"%%EOF").links
    assert link.target == target


def test_base_of_a_pdf_may_be_packed() -> None:
    packed = zlib.compress(b"9 0 " + BASED)
    head = b"<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length %d>>stream\n" % len(packed)
    octets = b"%PDF-1.7\n" + RELATIVE + b"7 0 obj\n" + head + packed + b"\nendstream\nendobj\n"
    link, base = uriinspector.scan(octets + b"%%EOF").links
    assert link.target == "https://b.test/d/x"
    assert base.value == "https://b.test/d/"
