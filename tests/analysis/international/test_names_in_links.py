"""Severity of links that contain known names, for many names, suffixes and folders."""

from collections.abc import Iterator

from tests.for_each import for_each
from uriinspector import inspect
from uriinspector.analysis.finding import SEVERITIES

CALM, LOW, MEDIUM, HIGH = "info", "low", "medium", "high"
INVENTED = "Netflix PayPal Coinbase Dropbox Facebook Binance LinkedIn Microsoft DocuSign Spotify"
FOREIGN = (
    "yandex.ru paypal.com login.live.com accounts.google.com www.netflix.com signin.ebay.com "
    "secure.bankofamerica.com outlook.office365.com onedrive.live.com appleid.apple.com"
)


def links_in(texts: str) -> Iterator[str]:
    for text in texts.split():
        link = text if "//" in text else f"https://{text}"
        yield link if link.count("/") > 2 else f"{link}/"


@for_each(
    "lowest, highest, texts",
    (  # an invented name between hyphens, next to any word
        LOW,
        HIGH,
        "page.facebook-guidelines.com busca-icloud.com paypal-foobar.com kucoin-zzz.net "
        "page.instagram-guidelines.com busca-whatsapp.com netflix-foobar.com my-coinbase.io "
        "spotify-blorp.org old-dropbox.co walmart-quux.com tiktok-splat.dev acme-docusign.net "
        "linkedin-xyzzy.eu page.roblox-guidelines.com airbnb-frob.it busca-instagram.com.br",
    ),
    (  # where anyone can register a name
        LOW,
        HIGH,
        "whatsappjoingrup.zyns.com facebookjoingrup.zyns.com instagramgrup.ns01.info "
        "paypalgrup.duckdns.org whatsappgrouplinks.ddns.net",
    ),
    (  # with words of signing in, paying, support or delivery
        MEDIUM,
        HIGH,
        "paypal-resolution.com coinbase-giveaways.net facebook-policy.com netflix-resolution.com "
        "binance-giveaways.net kucoin-giveaway.org paypal-support.net whatsapp-verify.com "
        "dropbox-signin.com coinbase-help.net instagram-appeal.com metamask-wallet.org "
        "netflix-payment.co dhl-delivery-status.com fedex-parcel.info binance-airdrop.com",
    ),
    (  # with words of renewing, paying and customs in other languages
        MEDIUM,
        HIGH,
        "paypal-atualizacao.com.br paypal-doplata.pl paypal-verlengen.nl netflix-rinnovo.it "
        "netflix-guncelleme.com bradesco-atualizacao.com.br mijn-digid-verlengen.nl "
        "ameli-carte-vitale-renouvellement.com impots-gouv-remboursement.fr "
        "correos-aduana-pago.es inpost-dostawa-doplata.pl dkb-banking-legitimation.com "
        "booking-confirm-guest.com bnp-login-compte.com ezdrivema-toll.top e-zpassny-toll.top",
    ),
    (  # the same words without a name, and names that are words or short with one of them
        CALM,
        LOW,
        "renouvellement-urbain.fr dogana-vecchia.it bezahlung-online.de teslimat-takip.com.tr "
        "verlengen-hekwerk.nl aktualizacja-map.pl douane-museum.nl carte-vitale.info "
        "fine-oracle.com orange-carte.com square-guests.com apple-fine-foods.com",
    ),
    (  # with a second name, or a long number
        MEDIUM,
        HIGH,
        "cloudflare-okta.com binance-coinbase.com paypal-ebay.net google-facebook.org "
        "okta-duo-paypal.com netflix-spotify.com metamask-binance.com microsoft-okta.com "
        "instagram-facebook.net whatsapp-telegram.org paypal-venmo.com 8127392-coinbase.com "
        "129523coinbase.com 17247-microsoft.com netflix-284254.com",
    ),
    (  # on a suffix that is often abused
        MEDIUM,
        HIGH,
        "paypal-foobar.top netflix-foobar.top binance-qux.xyz coinbase-quux.icu kucoin-zzz.cfd "
        "spotify-blorp.click dropbox-splat.sbs facebook-frob.tk instagram-abc.shop "
        "tiktok-blarg.vip paypal-glorp.cyou",
    ),
    (  # names that are also words, or short
        CALM,
        CALM,
        "oracle-base.com group-office.com ups.edu olx.com.pk apple-tree.com orange-county.org "
        "chase-paper.com target-golf.com oracle-apex.org visa-travel.com delta-force.net "
        "square-dance.com shell-scripting.org office-plants.com ups.ac.za dhl.edu ing.edu.au "
        "line-dance.com zoom-lens.com gap-year.com olx.com.vn olx.ph ups.com.gt bbc.edu",
    ),
    (  # as a part of other words
        CALM,
        CALM,
        "webdesign.de mickindex.com zaobao.com abhinav.com gitbucket.com electram.com dticloud.com "
        "webdesigner.at webdev.org mickindexer.com zaobaodaily.com abhinavkumar.com gitbucket.io "
        "electramusic.com revolutionary.org applesauce.com targeted.com visage.com steamboat.com "
        "stripes.org discordant.net orangery.co.uk telegraph.co.uk binghamton.edu instamart.com "
        "dticloud.com/login/x",
    ),
    (  # an inflected name, or the French word
        CALM,
        LOW,
        "snapchatter.org dropboxer.com netflixer.com telegramme228.com facebooker.org",
    ),
    (  # domains of the owners
        CALM,
        CALM,
        "microsoftonline.cn amazonaws.com.cn cloudflarestatus.com googlegroups.com oktacdn.com "
        "playstation.net paypal-techsupport.com linkedinlearning.com githubusercontent.com "
        "paypalobjects.com paypal-community.com fbcdn.net nflxvideo.net spotifycdn.com "
        "dropbox-dns.com slack-edge.com ebaystatic.com steamstatic.com rbxcdn.com "
        "whatsapp.net tiktokcdn.com binance.us okta-emea.com cloudflareinsights.com "
        "discordapp.com discordstatus.com githubstatus.com stripe.network google.com.py",
    ),
    (  # under the registry of another country
        LOW,
        HIGH,
        "roblox.com.py netflix.com.py spotify.com.gt binance.com.py coinbase.com.ec "
        "facebook.com.gt roblox.com.ge instagram.co.tz dropbox.com.np linkedin.com.kw "
        "kucoin.com.py airbnb.co.zw",
    ),
    (  # projects named after what they are about
        CALM,
        LOW,
        "paypal-sdk.readthedocs.io netflix-oss.github.io discord-py.readthedocs.io "
        "stripe-go.readthedocs.io python-binance.readthedocs.io coinbase-pro.github.io "
        "spotify-downloader.readthedocs.io instagram-api.github.io netflix-clone.github.io "
        "whatsapp-web.github.io kucoin-python.readthedocs.io slack-sdk.gitlab.io "
        "fortunedotcom.files.wordpress.com",
    ),
    (  # in front of sites of institutions and communities
        CALM,
        LOW,
        "rsb.info.nih.gov xbox.ign.com profs.info.uaic.ro apple.stackexchange.com office.mit.edu "
        "facebook.stanford.edu gitlabpages.inria.fr gustedt.gitlabpages.inria.fr "
        "jira.acme.example netflix.fandom.com www.algebra.info.example",
    ),
    (  # imitated suffixes
        MEDIUM,
        HIGH,
        "gov.uk-vehicletax-refund.com dmv.ca.gov-etzk.win impots.gouv.fr-remboursement.com "
        "dhl.de-sendung.online gov.uk-taxrefund.net gov.uk-parking-fine.org "
        "hmrc.gov.uk-refund-claim.com dmv.ny.gov-abcd.top ezpass.pa.gov-xkq.cc "
        "antai.gouv.fr-amende.com dhl.com-tracking.online dhl.de-paket.shop ups.com-track.info "
        "correos.es-aduanas.com poste.it-verifica.net gov.au-mygov-refund.com "
        "ato.gov.au-refund.com canada.gc.ca-refund.com postnl.nl-betaling.info "
        "bpost.be-colis.com usps.com-parcel.top irs.gov-refunds.com 53.com.evil.example",
    ),
    (  # imitated suffixes of authorities, and complete known names, before a hyphen
        HIGH,
        HIGH,
        "gov.uk-refund.com sede.gob.es-notificacion.com gov.br-restituicao.com gov.uk-tax.top "
        "e-zpass.com-tollbillqz.xin impots.gouv.fr-remboursement.com "
        "correos.es-aduanas.com",
    ),
    (  # hyphens after other words
        CALM,
        LOW,
        "uk-refund.com fr-immobilier.com de-lux.com com-unity.org it-systems.com gov-tech.com "
        "my.it-shop.com www.de-boer.nl shop.us-cargo.com forum.es-team.net portal.be-com.eu "
        "ac.uk-shop.com ac.us-parts.com gov.fr-mode.com",
    ),
    (  # letters that look like others
        MEDIUM,
        HIGH,
        "paypaI.com netfIix.com githu6.com teleqram.org g1thub.com githu8.com te1egram.org "
        "faceb00k.com micros0ft.com rnicrosoft.com arnazon.com paypa1.com goog1e.com "
        "linkedln.com lnstagram.com instaqram.com dropb0x.com dr0pbox.com telegrarn.org "
        "booking.comんaccount.top booking.comんdetail.xyz/x paypal.comんlogin.top γoogle.com "
        "faϲebook.com αpple.com ρaypal.com βinance.com payραl.com",
    ),
    (  # letters replaced by others that look or sound alike
        MEDIUM,
        HIGH,
        "binanse.com payqal.com whatsaqp.com spotlfy.com coinbasse.com binence.com paypai.com "
        "amazom.com coimbase.com instagran.com kucoim.com mikrosoft.com fasebook.com tvitter.com",
    ),
    (  # other typing errors
        LOW,
        HIGH,
        "roblux.com amazox.com binanxe.com",
    ),
    (  # names that are only as similar as other words
        CALM,
        LOW,
        "mizunousa.com binder.com linked.com dropbow.com paypoint.com kuchen.com roboflex.com "
        "binary.com amazing.com netflow.com spottily.com discard.com",
    ),
    (  # before an "@"
        HIGH,
        HIGH,
        "https://chase.com🔒@evil.top/ https://paypal.com✅@evil.top/ "
        "https://x@www.apple.com@q.top/ "
        "https://bankofamerica.com🏦@x.top/ https://user@paypal.com@kxqv.top/ "
        "https://a@netflix.com@kxqv.top/ https://login@accounts.google.com@evil.xyz/ "
        "https://john@dropbox.com@a.top/ https://amazon.com:443@evil.top/",
    ),
)
def test_known_name_in_a_host_has_the_expected_severity(
    lowest: str, highest: str, texts: str
) -> None:
    check(lowest, highest, links_in(texts))


def test_capital_that_looks_like_another_letter_is_found_in_short_names_too() -> None:
    check(MEDIUM, HIGH, links_in("dhI.com appIe.com www.PayPaI.com paypaI.com dhI.de netfIix.com"))
    check(CALM, CALM, links_in("dhi.com DHI.com DHI.COM www.appie.com AppIa.com openAI.com"))


def test_distinct_name_with_a_mark_on_a_letter_is_high() -> None:
    check(HIGH, HIGH, links_in("binançe.com/en/login amazoṇ.com/gp/sign-in paypál.com/login"))
    check(HIGH, HIGH, links_in("binançe.com/en paypál.com binançe.org/login"))
    check(CALM, LOW, links_in("société.com/login café-müller.de/login"))


def test_suffix_of_an_authority_is_named_completely() -> None:
    found = {each.code: each for each in inspect("https://gov.uk-tax.top/").findings}
    assert found["subdomain-deception"].args["shown"] == "gov.uk"


@for_each(
    "lowest, highest, names, paths",
    (  # in folders where sites have no pages
        MEDIUM,
        HIGH,
        INVENTED,
        "wp-admin/css/{}/auth/login.php wp-includes/js/{}/x wp-content/uploads/{}/ "
        "css/{}/index.php "
        "images/{}/x.php .well-known/acme-challenge/{}/index.html wp-admin/{}",
    ),
    (MEDIUM, HIGH, FOREIGN, "hit/{}/ {}/ x/y/{}/index.php"),  # a whole host
    (LOW, LOW, INVENTED, "{}/Support/x/signin x/{}/account/login.php {}/verify/ login/{}"),
    (
        CALM,
        CALM,
        INVENTED,
        "docs/{}/support blog/{}/login-problems integrations/{}/account wiki/{} {}",
    ),
    (CALM, LOW, INVENTED, "whois/{}.com web/2020/{}.com/ status/{}.com reviews/{}.com"),
)
def test_known_name_in_a_path_has_the_expected_severity(
    lowest: str, highest: str, names: str, paths: str
) -> None:
    links = (
        f"https://bakery.example/{path.format(name)}"
        for name in names.split()
        for path in paths.split()
    )
    check(lowest, highest, links)


def test_known_name_in_a_path_is_more_severe_under_an_often_abused_suffix() -> None:
    check(
        MEDIUM, HIGH, links_in("x.top/netflix/login/a x.icu/DocuSign/verify/ x.tk/paypal/account/b")
    )
    check(LOW, LOW, links_in("x.top/login/facebook x.icu/signin/dropbox"))


def test_page_on_a_public_ip_address_is_medium() -> None:
    hosts = ("93.184.216.34", "34.216.184.93.bc.example.com", "ip-93-184-216-34.rent.example")
    paths = ("sh/ca.php", "a/b.html", "x/a5c228829880d5a822e91c4ebf0b7a46/", "Login/index.html")
    check(MEDIUM, MEDIUM, links_in("http://93.184.216.34/itau_bank http://93.184.216.34/sa/x9/"))
    check(MEDIUM, MEDIUM, (f"http://{host}/{path}" for host in hosts for path in paths))
    calm = (
        "", "index.html", "report.pdf", "api/v1/status", "dns-query?dns=q80BAAAB", "v1/x", "health",
    )  # fmt: skip
    check(CALM, LOW, (f"http://{host}/{path}" for host in hosts for path in calm))
    check(
        CALM,
        LOW,
        links_in("http://93.184.216.34:8080/a/b.html http://192-168-1-1.nas.example/a.php"),
    )


def test_sign_in_page_in_a_folder_with_a_random_name_is_medium() -> None:
    folder = "a5c228829880d5a822e91c4ebf0b7a46"
    pages = ("login.php", "view/signin.html", "x/verify.aspx", "account.jsp")
    check(MEDIUM, MEDIUM, (f"https://bakery.example/{folder}/{page}" for page in pages))
    calm = ("login", "menu.php", "account", "verify.js")
    check(CALM, CALM, (f"https://bakery.example/{folder}/{page}" for page in calm))


@for_each(
    "lowest, highest, texts",
    (  # branches in other countries and members of a group
        CALM,
        LOW,
        "www.sparkasse-koelnbonn.de www.sparkasse-hannover.de www.volksbank-stuttgart.de "
        "www.credit-agricole.it www.credit-agricole.pl www.bankid.cz www.santander.no "
        "www.deutsche-bank.es www.godaddy.com.cn console.amazonaws.cn www.netflix.com.ng",
    ),
    (  # suffixes of banks, a site's own name, and names inside of words
        CALM,
        CALM,
        "www.hdfcbank.bank.in www.icici.bank.in www.onlinesbi.bank.in www.erstebank.at "
        "www.serafe.ch www.tdbank.com www.bankaustria.at www.amazonia.org.br",
    ),
    (  # the same names elsewhere
        MEDIUM,
        HIGH,
        "sparkasse-hannover.com sparkasse-sicherheit.de sparkasse-hannover.de.kunden-x.top "
        "paypal-foobar.de amazon-x1.de icici.bank.in.verify.top hdfcbank-bank-in.top "
        "erstebank.at.login.top erste-bank.top bankaust-login.com santander.no-login.top",
    ),
)
def test_sign_in_page_on_a_site_with_a_known_name_has_the_expected_severity(
    lowest: str, highest: str, texts: str
) -> None:
    check(lowest, highest, (f"{link}login" for link in links_in(texts)))


def test_page_for_paying_or_signing_in_in_another_language_is_medium_among_programs() -> None:
    folders = ("wp-content/uploads/2025/02/dhl-tracking", "css/x", "images/a")
    pages = ("pago.php", "connexion.html", "anmelden.php", "inloggen.php", "giris.aspx")
    links = [f"https://bakery.example/{folder}/{page}" for folder in folders for page in pages]
    check(MEDIUM, MEDIUM, iter(links))
    calm = ("pago.pdf", "pago.png", "connexion.js", "anmelden", "giris.jpg", "betaling.svg")
    links = [f"https://bakery.example/{folder}/{page}" for folder in folders for page in calm]
    check(CALM, CALM, iter(links))
    check(CALM, CALM, links_in("bakery.example/tienda/pago.php bakery.example/anmelden.php"))


def test_name_with_words_of_official_notices_is_medium_on_a_shared_host() -> None:
    check(
        MEDIUM,
        MEDIUM,
        links_in(
            "activeverificationrepair.duckdns.org growthguidelinesenforcement.vercel.app "
            "secureyourrightssocial.pages.dev unauthorizedviolationx.netlify.app"
        ),
    )
    check(
        CALM,
        LOW,
        links_in(
            "mobile-security.vercel.app customer-service-centre.vercel.app "
            "connecttocontact.pages.dev "
            "marketing-services.netlify.app my-support-portfolio.vercel.app"
        ),
    )


def check(lowest: str, highest: str, links: Iterator[str]) -> None:
    """Check that the severity of each link is in a range."""
    ranks = [None, *SEVERITIES]
    found = ((link, inspect(link).verdict.severity) for link in links)
    low, high = ranks.index(lowest) if lowest != CALM else 0, ranks.index(highest)
    assert [each for each in found if not low <= ranks.index(each[1]) <= high] == []
