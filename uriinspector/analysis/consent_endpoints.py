"""Consent pages and device sign-in pages of large services, and scopes that grant wide access."""

import re

from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple

# Scopes for all mail, all files or the whole organization.
WIDE = expression(
    r"\b(?:Mail|MailboxSettings|EWS|IMAP|Files|Sites|Directory|full_access_as_user)\.?(?:Read|Send|Access|\b)"
    r"|mail\.google\.com|auth/(?:gmail|drive)(?!\.file|\.appdata|\.labels)\b|\badmin:|\bdelete_repo\b",
    re.IGNORECASE,
)


class Endpoint(NamedTuple):
    """A service, and the paths where apps ask for consent, where devices sign in, with a code
    that people type or with one in the path, and where a template in the link is carried out.
    """

    name: str
    consent: re.Pattern[str] | None
    device: re.Pattern[str] | None = None
    linking: re.Pattern[str] | None = None
    creating: re.Pattern[str] | None = None


def _path(pattern: str) -> re.Pattern[str]:
    return expression(rf"/(?:{pattern})/?", re.IGNORECASE)


MICROSOFT = Endpoint(
    "Microsoft",
    _path(r"[^/]+/(?:oauth2/)?(?:v2\.0/)?(?:authorize|adminconsent)|oauth20_authorize\.srf"),
    _path(r"[^/]+/oauth2/deviceauth|devicelogin|device|link"),
)
# The names of parameters with the code of a device.
DEVICE_CODES = frozenset({"user_code", "usercode", "otc", "code"})
# A template or a repository in a link to a cloud console, and those of the clouds' own projects.
TEMPLATE = expression(
    r"(?:[?&](?:templateURL|(?:cloudshell_)?git_repo)=|#create/Microsoft\.Template/uri/)([^&#/?]{4,2048})",
    re.IGNORECASE,
)
OWN_TEMPLATE = expression(
    r"https://(?:raw\.githubusercontent|github)\.com/(?:azure|azure-samples|aws-samples|aws-quickstart"
    r"|google|googlecloudplatform)/",
    re.IGNORECASE,
)
# By exact host; entered by hand from the services' documentation and not verified.
ENDPOINTS = {
    **dict.fromkeys(
        (
            *("login.microsoftonline.com", "login.microsoftonline.us", "login.live.com"),
            *("login.partner.microsoftonline.cn", "login.windows.net", "login.microsoft.com"),
        ),
        MICROSOFT,
    ),
    **dict.fromkeys(
        ("microsoft.com", "www.microsoft.com", "aka.ms"),
        Endpoint("Microsoft", None, _path("device|devicelogin|link")),
    ),
    "accounts.google.com": Endpoint(
        "Google",
        _path(r"o/oauth2/(?:v2/)?auth|o/oauth2/auth/\w+|(?:v3/)?signin/oauth(?:/\w+)?"),
        _path("device|o/oauth2/device/usercode"),
    ),
    **dict.fromkeys(("google.com", "www.google.com"), Endpoint("Google", None, _path("device"))),
    "github.com": Endpoint("GitHub", _path("login/oauth/authorize"), _path("login/device")),
    "gitlab.com": Endpoint("GitLab", _path("oauth/authorize"), _path("oauth/device")),
    "bitbucket.org": Endpoint("Bitbucket", _path("site/oauth2/authorize")),
    "auth.atlassian.com": Endpoint("Atlassian", _path("authorize")),
    **dict.fromkeys(
        ("www.facebook.com", "facebook.com", "m.facebook.com"),
        Endpoint("Facebook", _path(r"(?:v[0-9.]+/)?dialog/oauth"), _path("device")),
    ),
    **dict.fromkeys(
        ("www.linkedin.com", "linkedin.com"), Endpoint("LinkedIn", _path("oauth/v2/authorization"))
    ),
    "slack.com": Endpoint("Slack", _path("oauth(?:/v2)?/authorize|openid/connect/authorize")),
    **dict.fromkeys(
        ("discord.com", "discordapp.com"),
        Endpoint("Discord", _path("(?:api/)?oauth2/authorize"), None, _path(r"ra/[\w-]+")),
    ),
    **dict.fromkeys(
        ("www.dropbox.com", "dropbox.com"), Endpoint("Dropbox", _path("(?:1/)?oauth2/authorize"))
    ),
    **dict.fromkeys(
        ("twitter.com", "x.com", "api.twitter.com", "api.x.com"),
        Endpoint("X", _path(r"i/oauth2/authorize|oauth/(?:authorize|authenticate)")),
    ),
    "login.salesforce.com": Endpoint(
        "Salesforce", _path("services/oauth2/authorize"), _path(r"setup/connect")
    ),
    "account.box.com": Endpoint("Box", _path("api/oauth2/authorize")),
    **dict.fromkeys(
        (
            "console.aws.amazon.com",
            *(f"{each}.console.aws.amazon.com" for each in ("us-east-1", "us-east-2", "us-west-2")),
            *(f"{each}.console.aws.amazon.com" for each in ("eu-west-1", "eu-central-1")),
        ),
        Endpoint("AWS", None, creating=_path("cloudformation(?:/home)?")),
    ),
    "portal.azure.com": Endpoint("Azure", None, creating=expression("/?")),
    **dict.fromkeys(
        ("shell.cloud.google.com", "ssh.cloud.google.com", "console.cloud.google.com"),
        Endpoint("Google Cloud", None, creating=_path("cloudshell/(?:editor|open)")),
    ),
    "wa.me": Endpoint("WhatsApp", None, None, _path("settings/linked_devices")),
    "s.team": Endpoint("Steam", None, None, _path("q/[0-9]+/[0-9]+")),
    "zoom.us": Endpoint("Zoom", _path("oauth/authorize")),
    "www.reddit.com": Endpoint("Reddit", _path(r"api/v1/authorize(?:\.compact)?")),
    "accounts.spotify.com": Endpoint("Spotify", _path("authorize"), _path("pair")),
    "id.twitch.tv": Endpoint("Twitch", _path("oauth2/authorize")),
    "appleid.apple.com": Endpoint("Apple", _path("auth/authorize")),
    "api.login.yahoo.com": Endpoint("Yahoo", _path("oauth2/request_auth")),
}
