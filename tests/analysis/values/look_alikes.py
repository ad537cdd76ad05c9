"""Links in which no certain or likely value is read, although they resemble some."""

from tests.analysis.values.packing import HOME
from tests.analysis.values.row import Silent

# Paths and queries of a link, separated by white space.
PATHS = """
index.html a-long-title-of-an-article wiki/MichaelJackson wiki/JavaScript_syntax wiki/HTML5
Products/SamsungGalaxyS23Ultra category/HomeAndGarden/KitchenAppliances dp/B08N5WRWNW
dp/B07XJ8C8F5/ref=sr_1_3 gp/product/B00FLYWNYQ ip/Some-Product-Name/123456789 itm/294857123456
p/1234567890123 order/4000123456 invoice/INV-2023-00012 tracking/1Z999AA10123456784
tracking/JD014600006812345678 flights/LH1234 doi/10.1000/182 abs/2301.07041 rfc/rfc3986.txt
v1.2.3/download releases/v2.10.0-beta.1 assets/main.3f2a1b.js static/chunk-vendors.js
images/IMG_20231114.jpg images/DSC01234.JPG photo/1024x768 en-US/docs/Web de-DE/produkte
questions/11227809 comments/abcdef r/AskReddit 2023/11/14/some-news 2023-11-14-some-news
archive/2023 page/12345678 article/87654321 user/johnsmith1985 users/JohnSmith u/anna.schmidt
forum/viewtopic.php shop/item4711 cgi-bin/test.cgi LICENSE README.md Dockerfile OSI_model
Mercedes-Benz_W123 Boeing_747-8 Nikon-D3500-Kit iPhone14ProMax Windows10Update COVID19 ISO27001
DIN-EN-ISO-9001 ABCDEFGH abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ AbCdEfGhIjKl
internationalization Donaudampfschifffahrt QUERTZUIOPASDFGH 12345678 123456789012
00000000000000000000 1111111111111111 4111111111111111 9783161484101 deadbeef cafebabe feedface
decade facade beefed accede ABBA Abba2023 ?q=hello ?q=12345678 ?q=1234567890 ?gps_time=1388534400
?mac=3786912000 ?office=45292 ?tickets=638396640000000000 ?id=1700000000 ?id=170000000012
?order=1700000000 ?orderId=1700000000123 ?order_number=20231114 ?orderNumber=1600000000
?phone=1700000000 ?tel=491701234567 ?phone=1234567890123 ?mobile=4915112345678 ?invoice=1698765432
?account=1234567890 ?sku=1690000000 ?ean=4006381333932 ?isbn=9783161484101 ?issn=0317-8472
?iban=DE89370400440532013001 ?zip=10115 ?page=2 ?price=1999 ?amount=1500000000 ?size=1073741824
?offset=2147483648 ?width=1920 ?ref=homepage ?sort=priceAsc ?color=DarkSlateGray ?model=WH1000XM4
?serial=C02XG0FDJGH5 ?code=SUMMER2023 ?coupon=WELCOME10 ?voucher=XMAS-2023-ABCD ?pin=1234
?customer=1623456789 ?kunde=1512345678 ?ticket=1500000001 ?case=1488888888 ?version=1700000000
?product=1555555555 ?item=1444444444 ?lat=52.5200066 ?lon=13.404954 ?coords=52.52,13.405
?name=Anna ?name=MaxMustermann ?city=Frankfurt ?path=HomeGardenTools ?category=MensClothing
?hash=nothex ?sid=1234567890 ?uid=1678901234 ?t=abc ?ts=now ?ts=12 ?time=99 ?date=99999999
?date=20231341 ?expires=never ?from=Berlin ?v=3 ?v=1.2.3 ?size=XXL ?gclid=short
?campaign_source=newsletter ?my_campaign=Spring2024Sale ?key=value ?token=abc ?session=test
?mac=nothing ?ip=999.1.2.3 ?ip=1.2.3 ?data=true ?next=home ?user=JohnSmith1985
?login=anna_schmidt99 ?keyword=BaseballCapsBlackWhite ?searchTerm=WirelessHeadphones
?b=//8AAGgAaQAgAHQAaABl ?v=5f3c2a1b ?t=45000.5 ?t=123456789 ?q=c++11 ?tz=GMT+1 ?to=1700000000
?rnd=1700000000 67C980835B381F43DA0B3E6F 071mRnq= wiki/File:Some_name.png ?client_version=8.14.0.0
?phone=2023-11-14 ?api-version=2023-11-14 ?v=2023-11-14 ?part=1234-56-78 ?date=2023-02-30
?date=0000-01-01 2023-11-14/title ?d=INTERNATIONAL=== ?d=NBSWY3DPEB3W64TMMQ===
?d=NBSWY3DPEB3W64TMMQ=====
"""
SILENT = (
    *(Silent(f"{HOME}{each}") for each in PATHS.split()),
    Silent("https://a.example/?q=c%2B%2B", ("form", "base64")),
    Silent("https://www.google.com/search?q=test", ("base64", "hash")),
    Silent("https://a.example/?tid=a28cad70-0d73-41ea-aaef-0800200c9a66", ("azure-tenant",)),
    Silent("https://a.example/?ei=APFTZYABAgMEBQYH", ("google-ei",)),
    Silent("https://shop.example.com/cart"), Silent("https://sub1.cdn42.example.com/"),
    Silent("https://a1b2c3.example.com/"), Silent("https://www.example.com/WsJH/other"),
    Silent("https://x.com/home"),
    Silent("https://www.youtube.com/watch?v=short", ("youtube",)),
    Silent("http://192.0.2.7/"),
    Silent("https://[2001:db8::1]/"),
    Silent("tel:+491701234567"),
    Silent("https://a.example/77bcd000-88fe-1000-8115-d80212345678", ("part", "mac")),
    Silent("https://a.example/ffffffff-ffff-7fff-bfff-ffffffffffff", ("part",)),
    Silent("https://2023-11-14.a.example/"),
    Silent(f"{HOME}?token=gAAAAA{'B' * 94}", ("fernet",)),
    Silent(f"{HOME}?token=gAAAAABlU_EA{'B' * 87}", ("fernet",)),
    Silent(f"{HOME}?token=gAAAAABlU_EA{'B' * 96}", ("fernet",)),
    Silent(f"{HOME}?token=gQAAAABlU_EA{'B' * 86}==", ("fernet",)),
    Silent("https://a.example/000000010000100080000000000000ff", ("uuid-hex",)),
    Silent("https://a.example/0000000000006000a0000000000000ff", ("uuid-hex",)),
    Silent("https://www.linkedin.com/messaging/thread/2-AAAAAAAAAAAAAAAAA/", ("linkedin",)),
)  # fmt: skip
