"""Addresses where apps ask for access and devices for a sign-in, as services document them."""

from tests.for_each import for_each
from uriinspector.analysis.consent_endpoints import ENDPOINTS, WIDE

CONSENT = {
    "login.microsoftonline.com/common/oauth2/v2.0/authorize": "Microsoft",
    "login.microsoftonline.us/x/oauth2/authorize": "Microsoft",
    "login.partner.microsoftonline.cn/x/v2.0/adminconsent": "Microsoft",
    "login.windows.net/x/adminconsent": "Microsoft",
    "login.microsoft.com/x/authorize": "Microsoft",
    "login.live.com/oauth20_authorize.srf": "Microsoft",
    "accounts.google.com/o/oauth2/v2/auth": "Google",
    "accounts.google.com/o/oauth2/auth/oauthchooseaccount": "Google",
    "accounts.google.com/v3/signin/oauth/consent": "Google",
    "github.com/login/oauth/authorize": "GitHub",
    "gitlab.com/oauth/authorize": "GitLab",
    "bitbucket.org/site/oauth2/authorize": "Bitbucket",
    "auth.atlassian.com/authorize": "Atlassian",
    "www.facebook.com/v19.0/dialog/oauth": "Facebook",
    "m.facebook.com/dialog/oauth": "Facebook",
    "www.linkedin.com/oauth/v2/authorization": "LinkedIn",
    "slack.com/oauth/v2/authorize": "Slack", "slack.com/openid/connect/authorize": "Slack",
    "discord.com/api/oauth2/authorize": "Discord", "discordapp.com/oauth2/authorize": "Discord",
    "www.dropbox.com/1/oauth2/authorize": "Dropbox",
    "api.twitter.com/oauth/authenticate": "X",
    "x.com/i/oauth2/authorize": "X",
    "login.salesforce.com/services/oauth2/authorize": "Salesforce",
    "account.box.com/api/oauth2/authorize": "Box",
    "zoom.us/oauth/authorize": "Zoom",
    "www.reddit.com/api/v1/authorize.compact": "Reddit",
    "accounts.spotify.com/authorize": "Spotify",
    "id.twitch.tv/oauth2/authorize": "Twitch",
    "appleid.apple.com/auth/authorize": "Apple",
    "api.login.yahoo.com/oauth2/request_auth": "Yahoo",
}  # fmt: skip
DEVICE = {
    "login.microsoftonline.com/common/oauth2/deviceauth": "Microsoft",
    "www.microsoft.com/link": "Microsoft",
    "aka.ms/devicelogin": "Microsoft",
    "accounts.google.com/o/oauth2/device/usercode": "Google",
    "www.google.com/device": "Google", "github.com/login/device": "GitHub",
    "gitlab.com/oauth/device": "GitLab", "facebook.com/device": "Facebook",
    "login.salesforce.com/setup/connect": "Salesforce",
    "accounts.spotify.com/pair": "Spotify",
}  # fmt: skip
LINKING = {
    "wa.me/settings/linked_devices": "WhatsApp", "s.team/q/1/123": "Steam",
    "discord.com/ra/aB1-_c": "Discord",
}  # fmt: skip
CREATING = {
    "console.aws.amazon.com/cloudformation/home": "AWS", "portal.azure.com/": "Azure",
    "shell.cloud.google.com/cloudshell/editor": "Google Cloud",
}  # fmt: skip


KINDS = {"creating": CREATING, "linking": LINKING, "consent": CONSENT, "device": DEVICE}


@for_each(
    "kind, address, name",
    *((kind, *row) for kind, addresses in KINDS.items() for row in addresses.items()),
)
def test_address_is_recognized(kind: str, address: str, name: str) -> None:
    host, slash, path = address.partition("/")
    endpoint = ENDPOINTS[host]
    assert endpoint.name == name
    expected = getattr(endpoint, kind)
    assert expected.fullmatch(slash + path)
    assert not expected.fullmatch(f"{slash}{path}/x")
    assert not expected.fullmatch(f"{slash}{path}-x") or kind == "linking"


def test_every_service_is_tested() -> None:
    named = {each.partition("/")[0] for addresses in KINDS.values() for each in addresses}
    same = {id(ENDPOINTS[each]) for each in named}
    assert {host for host, each in ENDPOINTS.items() if id(each) not in same} == set()


@for_each(
    "scope, is_wide",
    ("Mail.Read", True),
    ("https://graph.microsoft.com/Files.ReadWrite.All", True),
    ("full_access_as_user", True),
    ("https://mail.google.com/", True),
    ("https://www.googleapis.com/auth/drive", True),
    ("https://www.googleapis.com/auth/drive.file", False),
    ("https://www.googleapis.com/auth/gmail.labels", False),
    ("admin:org", True),
    ("repo delete_repo", True),
    ("openid profile email", False),
)
def test_wide_scope_is_recognized(scope: str, *, is_wide: bool) -> None:
    assert (WIDE.search(scope) is not None) is is_wide
