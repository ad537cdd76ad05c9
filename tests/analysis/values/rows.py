"""Links, and what is read in them: by which decoders, with which result, how sure."""

import base64
import zlib

from tests.analysis.values.packing import (
    HOME,
    b32,
    b64,
    deflated,
    dns_query,
    escaped,
    escaped_octets,
    gzipped,
    message,
    without_vowels,
)
from tests.analysis.values.row import Reads

UUID_1 = "a28cad70-0d73-11ea-aaef-0800200c9a66"
UUID_7 = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
TIME = "2023-11-14T22:13:20Z"
DATED = '{"exp":"2023-11-14"}'
USER, NESTED = '{"user":"anna"}', '{"a":{"b":[1,"two"]}}'
SECONDS = (1_700_000_000).to_bytes(4)
TOKEN = ".".join(map(b64, ('{"alg":"HS256"}', '{"iat":1700000000,"sub":"anna"}', "s" * 32)))
SEALED = b64('{"alg":"RSA-OAEP","enc":"A256GCM"}') + ".a.b.c.d"
SIGNED = ".".join((b64(USER), b64(SECONDS), b64(bytes(range(20)))))
PADDED = base64.b32encode(b"hello world").decode()
FERNET = base64.urlsafe_b64encode(b"\x80" + bytes(4) + SECONDS + bytes(range(64))).decode()
STARTED = b64((1_700_000_000).to_bytes(4, "little") + bytes((0x80, 1, 2, 3, 4)))
PROTOBUF = b64(message((1, "some words"), (2, 7), (3, "more")))
SAML = (
    '<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1"'
    ' IssueInstant="2023-11-14T22:13:20Z"><Issuer>https://sp.example/</Issuer></samlp:AuthnRequest>'
)
CBOR = b"\xa2\x64user\x64anna\x62ts\x1a" + SECONDS
PACK = b"\x82\xa4user\xa4anna\xa2ts\xce" + SECONDS
ARN = "arn:aws:s3:::my-bucket"
CLICK = "IwZXh0bgNhZW0CMTAAAR08WkoWnFZTweGu-0q0ewW1Sb7Y8mCHmEWJj1c_tD8LNQ0fBMStjzt_TPo_aem_Ab2eTPHa"
SCOPE = "AKIAIOSFODNN7EXAMPLE/20231114/eu-west-1/s3/aws4_request"
VED = "2ahUKEwjR8pW9sLXtAhVQ7HMBHQ5XBhMQFjAAegQIARAC"
GCLID = "EAIaIQobChMIhNODqPDV2wIVzh0YCh2yRgAGEAAYASAAEgLjz_D_BwE"
SHA_1 = "da39a3ee5e6b4b0d3255bfef95601890afd80709"
PACKED_PATH = base64.b64encode("slashes \u00ff\u00ff inside the text".encode()).decode()
THREAD = without_vowels(f"f:{1_700_000_000_000 << 20}")
SURE, MAYBE = "likely", "possible"

LAYERS = (
    Reads(f"{HOME}?n=J%C3%BCrgen", "percent", "J\u00fcrgen", span=(21, 32)),
    Reads(f"{HOME}a%20b%20c", "percent", "a b c", span=(18, 27)),
    Reads(f"{HOME}#a=b%2Fc", "percent", "b/c", span=(21, 26)),
    Reads(f"{HOME}?q=%252Fa", "percent > percent", "/a"),
    Reads("https://us%65r:pa%73s@a.example/", "percent", "user", span=(8, 14)),
    Reads(f"{HOME}?q=two+words", "form", "two words", SURE),
    Reads(f"{HOME}?q=a%26b+c", "percent", "a&b c"),
    Reads(f"{HOME}?d=SGVsbG8sIHdvcmxkIQ", "base64", "Hello, world!", SURE),
    Reads(f"{HOME}?d=SGVsbG8sIHdvcmxkIQ%3D%3D", "percent > base64", "Hello, world!", SURE),
    Reads(f"{HOME}SGVsbG8sIHdvcmxkIQ", "base64", "Hello, world!", SURE),
    Reads(f"{HOME}#SGVsbG8sIHdvcmxkIQ", "base64", "Hello, world!", SURE),
    Reads(f"https://{b32('hello from a host').lower()}.a.example/", "base32", "hello from a host",
        SURE),
    Reads(f"{HOME}?d={b32('some secret words')}", "base32", "some secret words", SURE),
    Reads(f"{HOME}?d={PADDED}", "base32", "hello world", SURE, span=(21, 45)),
    Reads(f"{HOME}?d={escaped(PADDED)}", "percent > base32", "hello world", SURE),
    Reads(f"{HOME}{PADDED.lower()}", "base32", "hello world", SURE),
    Reads(PADDED, "base32", "hello world", SURE, span=(0, 24)),
    Reads(f"{HOME}?d=48656c6c6f2c20776f726c6421", "hex", "Hello, world!", SURE),
    Reads(f"{HOME}?d=48656C6C6F2C20776F726C6421", "hex", "Hello, world!", SURE),
    Reads(f"{HOME}?a=1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "base58",
        "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"),
    Reads(f"{HOME}?d={escaped('a &lt;b&gt; &#228;')}", "entities", "a <b> \u00e4"),
    Reads(f"{HOME}?d={escaped('gr=C3=BC=C3=9Fe aus =C3=9Cb')}", "quoted-printable",
        "gr\u00fc\u00dfe aus \u00dcb", SURE),
    Reads("https://xn--bcher-kva.example/", "punycode", "b\u00fccher"),
    Reads(f"{HOME}?d={b64(gzipped('a text that was packed'))}", "base64 > gzip",
        "a text that was packed"),
    Reads(f"{HOME}?d={b64(zlib.compress(b'a text that was packed'))}", "base64 > zlib",
        "a text that was packed"),
    Reads(f"{HOME}?d={b64(deflated('a text that was packed'))}", "base64 > deflate",
        "a text that was packed", SURE),
    Reads(f"{HOME}?d={b64('some words'.encode('utf-16-le'))}", "base64 > utf-16", "some words",
        SURE),
    Reads(f"{HOME}?d={b64(b64('words in two layers').encode())}", "base64 > base64",
        "words in two layers", SURE),
    Reads(f"{HOME}?d={zlib.compress(b'hex around zlib').hex()}", "hex > zlib", "hex around zlib"),
)  # fmt: skip
STRUCTURES = (
    Reads(f"{HOME}?u=https%3A%2F%2Fb.example%2F", "percent > link", "https://b.example/"),
    Reads(f"{HOME}?u=https://b.example/", "link", "https://b.example/"),
    Reads(f"{HOME}?d=%7B%22a%22%3A%22bc%22%7D", "percent > json", '{"a":"bc"}'),
    Reads(f"{HOME}?d={b64(NESTED)}", "base64 > json > part", "two"),
    Reads(f"{HOME}?d=a%3D1%26b%3D2", "percent > query", "a=1&b=2", SURE),
    Reads(f"{HOME}?d={b64('id=7&mail=a@b.example')}", "base64 > query > email", "a@b.example",
        SURE),
    Reads(f"{HOME}?SAMLRequest={escaped(base64.b64encode(deflated(SAML)).decode())}",
        "base64 > deflate > xml > iso-time", TIME),
    Reads(f"{HOME}?SAMLResponse={b64(SAML)}", "base64 > xml > link", "https://sp.example/"),
    Reads(f"{HOME}?token={TOKEN}", "jwt > json > unix", TIME),
    Reads(f"{HOME}?token={TOKEN}", "jwt > json > part", "anna"),
    Reads(f"{HOME}?token={SEALED}", "jwt > json > part", "A256GCM"),
    Reads(f"{HOME}?session={SIGNED}", "itsdangerous > part", TIME, SURE),
    Reads(f"{HOME}?session={SIGNED}", "itsdangerous > base64 > json > part", "anna", SURE),
    Reads(f"{HOME}?token={FERNET}", "fernet", TIME, SURE, span=(25, 125)),
    Reads(f"{HOME}?token={FERNET}", "fernet > part", TIME, SURE, span=(25, 37)),
    Reads(f"{HOME}?token={escaped(FERNET)}", "percent > fernet > part", TIME, SURE),
    Reads(f"{HOME}reset/{FERNET.rstrip('=')}", "fernet > part", TIME, SURE),
    Reads(f"{HOME}?d={PROTOBUF}", "base64 > protobuf > part", "some words", SURE),
    Reads(f"{HOME}?d={b64(PACK)}", "base64 > msgpack > unix", TIME, SURE),
    Reads(f"{HOME}?d={b64(CBOR)}", "base64 > cbor > unix", TIME, SURE),
    Reads(f"{HOME}dns-query?dns={b64(dns_query('www.b.example', 28))}", "base64 > dns",
        "www.b.example. AAAA"),
)  # fmt: skip
IDENTIFIERS = (
    Reads(f"{HOME}{UUID_1}", "uuid > part", "2019-11-22T22:01:28.775Z"),
    Reads(f"{HOME}{UUID_1}", "uuid > mac", "08:00:20:0c:9a:66"),
    Reads(f"{HOME}{UUID_7.upper()}", "uuid > part", "2022-02-22T19:22:22Z"),
    Reads(f"{HOME}1ea0d73a-28ca-6d70-aaef-0800200c9a66", "uuid > part", "2019-11-22T22:01:28.775Z"),
    Reads(f"{HOME}00000000-0000-0000-0000-000000000000", "uuid",
        "00000000-0000-0000-0000-000000000000"),
    Reads(f"{HOME}ffffffff-ffff-ffff-ffff-ffffffffffff", "uuid",
        "ffffffff-ffff-ffff-ffff-ffffffffffff"),
    Reads(f"{HOME}00000000-0000-f000-0000-000000000000", "uuid",
        "00000000-0000-f000-0000-000000000000"),
    Reads(f"{HOME}{UUID_1.replace('-', '')}", "uuid-hex > part", "2019-11-22T22:01:28.775Z", SURE),
    Reads(f"{HOME}01ARZ3NDEKTSV4RRFFQ69G5FAV", "ulid > part", "2016-07-30T23:54:10.259Z", SURE),
    Reads(f"{HOME}0o5Fs0EELR0fUjHjbCnEtdUwQe3", "ksuid > part", "2017-05-17T01:49:21Z", MAYBE),
    Reads(f"{HOME}000000000000100080000000000000ff", "uuid-hex",
        "00000000-0000-1000-8000-0000000000ff", SURE),
    Reads(f"{HOME}65920080aabbccddee112233", "objectid > part", "2024-01-01T00:00:00Z", SURE),
    Reads("https://bsky.app/profile/a/post/3lbd2ebt3wk2r", "tid > part", "2024-11-19T18:19:55.098Z",
        SURE),
    Reads(f"{HOME}ckymzxdxd000001lchmgq8q2h", "cuid > part", "2022-01-20T13:14:41.473Z", MAYBE),
    Reads(f"{HOME}-JhLeOlGIEjaIOFHR0xd", "push-id > part", "2015-02-04T22:15:31.153Z", SURE),
    Reads(f"{HOME}1-58406520-a006649127e371903a2de979", "x-ray > part", "2016-12-01T18:00:00Z",
        SURE),
    Reads(f"{HOME}3lbd2ebt3wk2r", "tid", "3lbd2ebt3wk2r", MAYBE),
    Reads("https://x.com/a/status/1098230906194546688", "snowflake > part",
        "2019-02-20T14:40:26.837Z"),
    Reads("https://discord.com/channels/427876741990711298/1", "snowflake > part",
        "2018-03-26T17:09:24.856Z"),
    Reads("https://www.tiktok.com/@a/video/7106594312292453675", "snowflake > part",
        "2022-06-07T20:15:27Z"),
    Reads("https://m.example/@anna/109302395466240448", "snowflake > part",
        "2022-11-07T11:56:36.445Z", SURE),
    Reads(f"{HOME}1098230906194546688", "snowflake > part", "2019-02-20T14:40:26.837Z", MAYBE),
    Reads("https://www.instagram.com/p/DW1nTDiDvnF/", "instagram > part",
        "2026-04-07T16:48:30.621Z"),
    Reads("https://www.linkedin.com/feed/update/urn:li:activity:6685980502161199104/",
        "linkedin > part", "2020-07-06T18:59:31.226Z"),
    Reads("https://linkedin.com/in/some-name-93b3a220a", "linkedin", "890781887", SURE),
    Reads(f"https://www.linkedin.com/messaging/thread/2-{b64(UUID_1 + '_013')}==/", "linkedin",
        f"{UUID_1}_013", SURE),
    Reads(f"{HOME}45eec4a4600041b", "sonyflake > part", "4.27", MAYBE),
    Reads(f"https://www.google.com/search?ei={STARTED}", "google-ei > part",
        "2023-11-14T22:13:20.000128Z", SURE),
    Reads("https://www.google.com/url?ved=0CAcQFjAA", "google-ved > part", "7", SURE),
    Reads(f"https://www.google.com/search?sxsrf={'A' * 24}%3A1700000000123", "google-sxsrf",
        "2023-11-14T22:13:20.123Z", SURE),
    Reads("https://www.google.com/search?rlz=1C1GCAB_enUS907US907", "google-rlz > part",
        "2020-06-22", SURE),
    Reads("https://www.google.com/search?aqs=chrome.1.69i57j0i20.2855j0j7", "google-aqs > part",
        "2.855 s", SURE),
    Reads("https://mail.google.com/mail/u/0/#inbox/18bd0f0c0f1a2b3c", "gmail > part",
        "2023-11-15T03:05:20.881Z", SURE),
    Reads(f"https://www.google.com/url?ved={VED}", "google-ved > part",
        "2020-12-04T22:30:55.873361Z", SURE),
    Reads(f"{HOME}?gclid={GCLID}", "google-click > part", "2018-06-15T14:27:45.8313Z", SURE),
    Reads(f"{HOME}?_ga=GA1.2.1234567890.1700000000", "google-analytics > part", TIME, SURE),
    Reads(f"https://mail.google.com/mail/u/0/#inbox/{THREAD}", "gmail > part", TIME, SURE),
    Reads(f"{HOME}?fbclid={CLICK}", "fbclid > part", "aem", SURE),
    Reads("https://www.youtube.com/watch?v=LnhSTZgzKuY&t=1m2s", "youtube", "LnhSTZgzKuY"),
    Reads("https://youtu.be/LnhSTZgzKuY?t=62", "youtube", "62"),
    Reads(f"{HOME}?k=AKIAYYWLVCKGTAKZFSJH", "aws-key", "AKIAYYWLVCKGTAKZFSJH"),
    Reads(f"{HOME}?X-Amz-Credential={escaped(SCOPE)}", "percent > aws-credential > aws-key",
        "AKIAIOSFODNN7EXAMPLE"),
    Reads(f"{HOME}?r={escaped(ARN)}", "percent > arn > part", "my-bucket"),
    Reads(f"https://login.microsoftonline.com/{UUID_1}/oauth2", "azure-tenant", UUID_1),
    Reads("https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/", "azure-tenant",
        "9188040d-6c67-4c5b-b112-36a304b66dad"),
    Reads(f"{HOME}?sha1=da39a3ee5e6b4b0d3255bfef95601890afd80709", "hash",
        "da39a3ee5e6b4b0d3255bfef95601890afd80709", SURE),
    Reads(f"{HOME}?x=5f4dcc3b5aa765d61d8327deb882cf99", "hash", "5f4dcc3b5aa765d61d8327deb882cf99",
        MAYBE),
    Reads(f"{HOME}?mac=00%3AB0%3AD0%3A63%3AC2%3A26", "percent > mac", "00:b0:d0:63:c2:26"),
    Reads(f"{HOME}?mac=00B0D063C226", "mac", "00:b0:d0:63:c2:26", SURE),
    Reads(f"{HOME}9783161484100", "check-digit", "9783161484100", SURE),
    Reads(f"{HOME}?isbn=3-16-148410-X", "check-digit", "316148410X"),
    Reads("urn:isbn:0395363411", "check-digit", "0395363411"),
    Reads(f"{HOME}?issn=0317-8471", "check-digit", "03178471"),
    Reads(f"{HOME}?ean=4006381333931", "check-digit", "4006381333931"),
    Reads(f"{HOME}?iban=DE89370400440532013000", "iban", "DE89370400440532013000"),
    Reads(f"{HOME}?to=anna%40b.example", "percent > email", "anna@b.example"),
    Reads(f"{HOME}?ip=192.0.2.7", "ip", "192.0.2.7", SURE),
    Reads(f"{HOME}?ip=2001%3Adb8%3A%3A1", "percent > ip", "2001:db8::1", SURE),
    Reads("http://3627730766/", "ip", "216.58.199.78"),
    Reads("http://0xD83AC74E/", "ip", "216.58.199.78"),
    Reads(f"{HOME}#:~:text=two%20words", "text-fragment", "two words"),
    Reads(f"{HOME}#a:~:text=x-,begin,end,-y", "text-fragment", "begin ... end"),
    Reads("https://a.example/WsJH", "msf-checksum", "WsJH", MAYBE),
    Reads(
        "https://a.example/4PGoVGYmx8l6F3sVI4Rc8g1wms758YNVXPczHlPobpJENARSuSHb57lFKNndzVSpivRDSi5VH2U"
        "-w-pEq_CroLcB--cNbYRroyFuaAgCyMCJDpWbws/",
        "msf-uuid > part",
        "e0f1a8546626c7c9",
        SURE,
    ),
)  # fmt: skip
AMONG_OTHERS = (
    Reads(f"{HOME}title-{UUID_1}", "uuid", UUID_1, span=(24, 60)),
    Reads(f"{HOME}{UUID_1}.pdf", "uuid", UUID_1, span=(18, 54)),
    Reads(f"{HOME}65920080aabbccddee112233.jpg", "objectid > part", "2024-01-01T00:00:00Z", SURE),
    Reads(f"{HOME}img_1700000000123.jpg", "unix", "2023-11-14T22:13:20.123Z", MAYBE),
    Reads(f"{HOME}SGVsbG8sIHdvcmxkIQ.html", "base64", "Hello, world!", SURE),
    Reads("data:text/plain;base64,SGVsbG8sIHdvcmxkIQ==", "base64", "Hello, world!", SURE),
    Reads("data:,two%20words", "percent", "two words"),
    Reads(f"magnet:?xt=urn:btih:{SHA_1}", "link > hash", SHA_1, SURE),
    Reads(f"urn:uuid:{UUID_1}", "uuid", UUID_1),
    Reads(f"/{PACKED_PATH}", "base64", "slashes \u00ff\u00ff inside the text", SURE),
    Reads(f"{HOME}?{UUID_1}", "uuid", UUID_1),
    Reads(f"{HOME}?{UUID_1}=1", "uuid", UUID_1),
    Reads(f"{HOME}?a[b]=1700000000&x[expires]=1700000000", "unix", TIME, SURE),
    Reads(f"{HOME}#/a/{UUID_1}?t=1700000000", "unix", TIME, SURE),
    Reads(
        f"{HOME}?d=%1f%8b{escaped_octets(gzipped('octets in escapes')[2:])}",
        "percent > gzip",
        "octets in escapes",
    ),
)
TIMES = (
    Reads(f"{HOME}?expires=1700000000", "unix", TIME, SURE),
    Reads(f"{HOME}?_=1700000000123", "unix", "2023-11-14T22:13:20.123Z", SURE),
    Reads(f"{HOME}?createdAt=1700000000123456", "unix", "2023-11-14T22:13:20.123456Z", SURE),
    Reads(f"{HOME}?ts=1700000000123456789", "unix", "2023-11-14T22:13:20.123456789Z", SURE),
    Reads(f"{HOME}1700000000", "unix", TIME, MAYBE),
    Reads(f"{HOME}?x=1700000000", "unix", TIME, MAYBE),
    Reads(f"{HOME}?time=133444736000000000", "epoch", "2023-11-14T22:13:20Z", SURE),
    Reads(f"{HOME}?time=13344473600000000", "epoch", TIME, SURE),
    Reads(f"{HOME}?time=638355968000000000", "epoch", TIME, SURE),
    Reads(f"{HOME}?date=721692800", "epoch", TIME, MAYBE),
    Reads(f"{HOME}13317004800000", "epoch", "2023-01-01T00:00:00Z", MAYBE),
    Reads(f"{HOME}?ex=6553f100&expires=6553f100", "hex-time", TIME, SURE),
    Reads("https://cdn.discordapp.com/a?ex=6553f100", "hex-time", TIME, SURE),
    Reads(f"{HOME}54A48E00", "hex-time", "2015-01-01T00:00:00Z", MAYBE),
    Reads(f"{HOME}01d15614cbaee92c", "hex-time", "2016-01-23T19:32:28.70275Z", MAYBE),
    Reads(f"{HOME}?t=1700000000.5", "decimal-time", "2023-11-14T22:13:20.5Z", SURE),
    Reads(f"{HOME}?date=45244.5", "decimal-time", "2023-11-14T12:00:00", SURE),
    Reads(f"{HOME}?X-Amz-Date=20231114T221320Z", "iso-time", TIME),
    Reads(f"{HOME}?se=2023-11-14T22%3A13%3A20Z", "percent > iso-time", TIME),
    Reads(f"{HOME}?at=2023-11-15T00%3A13%3A20%2B02%3A00", "percent > iso-time", TIME),
    Reads(f"{HOME}?at=2023-11-14T22:13", "iso-time", "2023-11-14T22:13:00"),
    Reads(f"{HOME}20231114221320", "calendar", "2023-11-14T22:13:20", SURE),
    Reads(f"{HOME}?date=20231114", "calendar", "2023-11-14", SURE),
    Reads(f"{HOME}20231114", "calendar", "2023-11-14", MAYBE),
    Reads(f"{HOME}?date=2023-11-14", "iso-time", "2023-11-14", SURE, span=(24, 34)),
    Reads(f"{HOME}?birth_date=1950-02-28", "iso-time", "1950-02-28", SURE),
    Reads(f"{HOME}?a=b#expires=2024-02-29", "iso-time", "2024-02-29", SURE),
    Reads(f"{HOME}?d={b64(DATED)}", "base64 > json > iso-time", "2023-11-14", SURE),
    Reads(f"{HOME}?x=2023-11-14", "iso-time", "2023-11-14", MAYBE),
    Reads(f"{HOME}?mtime=576EB1AA", "dos", "2023-11-14T22:13:20", MAYBE),
)
READS = (*LAYERS, *STRUCTURES, *IDENTIFIERS, *AMONG_OTHERS, *TIMES)
