"""Links of services: what is said of their parts, and links of which nothing may be said."""

from typing import NamedTuple

HOME = "https://a.example/"
AWS = (
    "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20231114"
    "%2Feu-west-1%2Fs3%2Faws4_request&X-Amz-Date=20231114T221320Z&X-Amz-Expires=604800"
    "&X-Amz-SignedHeaders=host&X-Amz-Signature=0123456789abcdef0123456789abcdef"
)
GCS = AWS.replace("X-Amz", "X-Goog").replace("AWS4-HMAC-SHA256", "GOOG4-RSA-SHA256")
SAS = "sv=2022-11-02&st=2023-11-14T22%3A13%3A20Z&se=2023-11-21T22%3A13%3A20Z&sr=b&sp=rl&sig=abc%3D"
MICROSOFT = "https://login.microsoftonline.com/common/oauth2/v2.0/authorize"
AZURE_CLI = "04b07795-8ddb-461a-bbee-02f9e1bf7b46"
TEAMS = "https://teams.microsoft.com/l/message/19%3Aabc%40thread.tacv2/1700000000000"
TENANT = "9188040d-6c67-4c5b-b112-36a304b66dad"
SHEET = "https://docs.google.com/spreadsheets/d/1AbCdEfGhIjKlMnOp/edit"
FORM = "https://docs.google.com/forms/d/e/1FAIpQLSabc/viewform"
ATTACHED = "https://cdn.discordapp.com/attachments/427876741990711298/551531058039095296/a.png"


class Explained(NamedTuple):
    """Of a link, the table says this sentence, so surely."""

    text: str
    sentence: str
    confidence: str = "certain"


class Unexplained(NamedTuple):
    """No sentence of the table on this link has these words; without any, there is none at all."""

    text: str
    words: str = ""


SEARCHES = (
    Explained("https://www.google.de/search?q=a+b", "Search words: a b (Google Search)"),
    Explained("https://www.google.co.uk/search?q=%C3%BC", "Search words: \u00fc (Google Search)"),
    Explained("https://www.google.com/search?q=1", "Google Search: Search page"),
    Explained(
        "https://google.com/search?q=a&start=20", "Results skipped: 20 (Google Search)", "likely"
    ),
    Explained(
        "https://www.google.com/search?q=a&hl=de-AT",
        "Interface language: German (de) (Google Search)",
        "likely",
    ),
    Explained(
        "https://www.google.com/search?q=a&tbm=isch",
        "Kind of results: images (Google Search)",
        "likely",
    ),
    Explained(
        "https://www.google.com/url?q=https://b.example/&ust=1546552999624000",
        "Time in the signature: 2019-01-03 22:03:19.624 UTC (Google)",
        "likely",
    ),
    Explained(
        "https://www.bing.com/search?q=digital+forensics", "Search words: digital forensics (Bing)"
    ),
    Explained("https://www.bing.com/search?q=a&first=11", "First result: 11 (Bing)", "likely"),
    Explained("https://duckduckgo.com/?q=a&kl=de-de", "Region: de-de (DuckDuckGo)"),
    Explained("https://de.search.yahoo.com/search?p=a", "Search words: a (Yahoo Search)"),
    Explained(
        "https://yandex.ru/search/?text=a&p=2",
        "Page number, counted from 0: 2 (Yandex Search)",
        "likely",
    ),
    Explained("https://www.baidu.com/s?wd=a&pn=10", "Search words: a (Baidu)"),
    Explained("https://search.naver.com/search.naver?query=a", "Search words: a (Naver)"),
)
ACCOUNTS = (
    Explained(
        f"{MICROSOFT}?client_id={AZURE_CLI}",
        "App: Microsoft Azure CLI (Microsoft identity platform)",
    ),
    Explained(f"{MICROSOFT}?client_id={TENANT}", f"App: {TENANT} (Microsoft identity platform)"),
    Explained(
        f"{MICROSOFT}?client_id=x",
        "Accounts that can sign in (tenant): any Microsoft account (Microsoft identity platform)",
    ),
    Explained(
        f"{MICROSOFT}?client_id=x&scope=openid%20Mail.Read",
        "Scope with wide access: read the user's email (OAuth 2.0)",
    ),
    Explained(
        f"{MICROSOFT}?client_id=x&scope=openid%20Mail.Read",
        "Scope: sign-in with the account (OAuth 2.0)",
    ),
    Explained(
        f"{MICROSOFT}?client_id=x&redirect_uri=https://b.example/",
        "Answer goes to: https://b.example/ (OAuth 2.0)",
    ),
    Explained(
        "https://accounts.google.com/o/oauth2/v2/auth?client_id=x&access_type=offline",
        "Access: also while the user is away (Google Account)",
    ),
    Explained(
        "https://accounts.google.com/o/oauth2/v2/auth?client_id=x&scope=https://www.googleapis.com/auth/drive",
        "Scope with wide access: see, change and delete all Drive files (OAuth 2.0)",
    ),
    Explained(
        "https://github.com/login/oauth/authorize?client_id=abc123&scope=repo%20user",
        "Scope: all public and private repositories (GitHub)",
    ),
    Explained("https://github.com/login/oauth/authorize?client_id=abc123", "App: abc123 (GitHub)"),
    Explained(
        "https://idp.example/authorize?client_id=x&response_type=code",
        "Answer: authorization code (OAuth 2.0)",
        "likely",
    ),
    Explained(
        "https://app.example/cb?code=abc&state=x1",
        "Authorization code: abc, if OAuth 2.0",
        "possible",
    ),
    Explained(
        "https://app.example/cb?code=abc&session_state=x1",
        "Authorization code: abc (OAuth 2.0)",
        "likely",
    ),
    Explained(
        "https://app.example/cb#access_token=abc&token_type=bearer&expires_in=3600",
        "Valid for: 3,600 seconds (OAuth 2.0)",
        "likely",
    ),
    Explained("https://microsoft.com/devicelogin", "OAuth 2.0: Device sign-in page"),
    Explained(
        "https://idp.example/sso?SAMLRequest=abc&RelayState=x",
        "State, returned to the site: x (SAML 2.0)",
    ),
    Explained(
        "https://sts.example/ls?wa=wsignin1.0&wtrealm=urn:a", "Action: sign in (WS-Federation)"
    ),
)
SIGNED = (
    Explained(
        f"https://b.s3.eu-west-1.amazonaws.com/k?{AWS}",
        "Valid until: 2023-11-21 22:13:20 UTC (AWS Signature Version 4)",
    ),
    Explained(
        f"https://b.s3.eu-west-1.amazonaws.com/k?{AWS}",
        "Signed by: AKIAIOSFODNN7EXAMPLE, 2023-11-14 (AWS Signature Version 4)",
    ),
    Explained(f"https://b.s3.eu-west-1.amazonaws.com/k?{AWS}", "Bucket: b (Amazon S3)"),
    Explained("https://b.s3-website-us-east-1.amazonaws.com/k", "Region: us-east-1 (Amazon S3)"),
    Explained("https://s3.eu-west-1.amazonaws.com/photos/k", "Region: eu-west-1 (Amazon S3)"),
    Explained(
        f"{HOME}?AWSAccessKeyId=AKIAIOSFODNN7EXAMPLE&Signature=a&Expires=1700000000",
        "Valid until: 2023-11-14 22:13:20 UTC (AWS Signature Version 2)",
    ),
    Explained(
        f"https://storage.googleapis.com/b/k?{GCS}",
        "Valid until: 2023-11-21 22:13:20 UTC (Google Cloud Storage)",
    ),
    Explained(
        "https://storage.googleapis.com/my-bucket/k", "Bucket: my-bucket (Google Cloud Storage)"
    ),
    Explained(
        f"https://acc.blob.core.windows.net/box/k?{SAS}",
        "Valid until: 2023-11-21 22:13:20 UTC (Azure SAS)",
    ),
    Explained(
        f"https://acc.blob.core.windows.net/box/k?{SAS}",
        "Permissions: read (Azure SAS)",
    ),
    Explained(
        f"https://acc.blob.core.windows.net/box/k?{SAS}", "Storage account: acc (Azure Storage)"
    ),
    Explained(f"https://acc.blob.core.windows.net/box/k?{SAS}", "Container: box (Azure Storage)"),
)
SHARED = (
    Explained(
        "https://contoso-my.sharepoint.com/:w:/g/personal/jane_doe_contoso_com/EaBcDeF?e=x1",
        "OneDrive of: jane_doe_contoso_com (SharePoint)",
        "likely",
    ),
    Explained(
        "https://contoso-my.sharepoint.com/:w:/g/personal/jane_doe_contoso_com/EaBcDeF?e=x1",
        "Kind of file: Word (SharePoint)",
        "likely",
    ),
    Explained(
        "https://contoso.sharepoint.com/sites/hr/Lists", "Organization: contoso (SharePoint)"
    ),
    Explained("https://contoso-my.sharepoint.com/", "Organization: contoso (SharePoint)"),
    Explained(
        "https://1drv.ms/w/c/0123456789abcdef/EaBc",
        "Owner (account ID): 0123456789abcdef (OneDrive)",
        "likely",
    ),
    Explained(
        "https://docs.google.com/document/d/1AbC_d/edit?usp=sharing",
        "Document ID: 1AbC_d (Google Docs)",
    ),
    Explained(
        "https://docs.google.com/document/d/1AbC_d/edit?usp=sharing",
        "Opened from: share link (Google Drive)",
        "likely",
    ),
    Explained(f"{SHEET}#gid=77", "Sheet ID: 77 (Google Sheets)"),
    Explained(f"{FORM}?entry.123=Anna", "Answer filled in by the link: Anna (Google Forms)"),
    Explained("https://drive.google.com/drive/folders/1aB", "Folder ID: 1aB (Google Drive)"),
    Explained(
        "https://www.dropbox.com/scl/fi/abc/a.pdf?rlkey=k&dl=1", "Action: download (Dropbox)"
    ),
    Explained("https://mega.nz/file/abc#DEf_1", "Decryption key: DEf_1 (MEGA)"),
    Explained("https://meet.google.com/abc-defg-hij", "Meeting code: abc-defg-hij (Google Meet)"),
    Explained("https://acme.zoom.us/j/12345678901?pwd=x", "Meeting number: 12345678901 (Zoom)"),
    Explained("https://us02web.zoom.us/j/12345678901", "Meeting number: 12345678901 (Zoom)"),
    Explained(
        f"{TEAMS}?tenantId={TENANT}",
        "Message sent at: 2023-11-14 22:13:20 UTC (Microsoft Teams)",
        "likely",
    ),
    Explained(f"{TEAMS}?tenantId={TENANT}", f"Tenant: {TENANT} (Microsoft Teams)"),
)
CHATS = (
    # A branch may have slashes in its name.
    Explained("https://github.com/a/b/tree/fix/x", "Branch, tag or commit: fix (GitHub)", "likely"),
    Explained(
        "https://acme.slack.com/archives/C012AB3CD/p1700000000123456",
        "Message sent at: 2023-11-14 22:13:20.123456 UTC (Slack)",
        "likely",
    ),
    Explained(
        "https://acme.slack.com/archives/C012AB3CD?thread_ts=1700000000.123456",
        "First message sent at: 2023-11-14 22:13:20.123456 UTC (Slack)",
        "likely",
    ),
    Explained("https://hooks.slack.com/services/T1/B1/abc", "Webhook secret: abc (Slack)"),
    Explained(
        f"{ATTACHED}?ex=6553f080&is=6553f080&hm=aabbcc",
        "Valid until: 2023-11-14 22:11:12 UTC (Discord)",
    ),
    Explained(
        "https://discord.com/channels/@me/551531058039095296",
        "Server ID: direct messages (Discord)",
    ),
    Explained("https://discord.gg/abc", "Invitation: abc (Discord)"),
    Explained("https://t.me/+AbC_dEf123", "Invitation: AbC_dEf123 (Telegram)"),
    Explained("https://t.me/+491701234567", "Phone number: 491701234567 (Telegram)"),
    Explained("https://t.me/durov/42", "Message number: 42 (Telegram)"),
    Explained("https://wa.me/491701234567?text=Hi", "Phone number: 491701234567 (WhatsApp)"),
    Explained(
        "https://github.com/a/b/pull/456#issuecomment-789", "Pull request number: 456 (GitHub)"
    ),
    Explained(
        "https://github.com/a/b/pull/456#issuecomment-789", "Comment ID: 789 (GitHub)", "likely"
    ),
    Explained("https://github.com/a/b/blob/main/c.py#L10-L20", "Lines: 10-L20 (GitHub)"),
    Explained(
        "https://github.com/a/b/compare/main...develop", "Commits compared: main...develop (GitHub)"
    ),
    Explained(
        "https://github.com/a/b/releases/download/v1/b.zip", "File of the release: b.zip (GitHub)"
    ),
    Explained("https://www.linkedin.com/in/anna-b", "Profile: anna-b (LinkedIn)"),
    Explained(
        "https://x.com/anna/status/1098230906194546688?s=20", "Post ID: 1098230906194546688 (X)"
    ),
    Explained(
        "https://x.com/anna/status/1098230906194546688?s=20",
        "Kind of device it was shared from: 20, if X",
        "possible",
    ),
    Explained(
        "https://www.tiktok.com/@anna/video/7000000000000000000",
        "Video ID: 7000000000000000000 (TikTok)",
    ),
    Explained("https://www.facebook.com/groups/563/posts/77", "Post ID: 77 (Facebook)", "likely"),
    Explained(
        "https://www.facebook.com/SomeTown", "Profile or page: SomeTown (Facebook)", "likely"
    ),
    Explained(
        "https://www.facebook.com/SomeTown/posts/77",
        "Profile or page: SomeTown (Facebook)",
        "likely",
    ),
    Explained(
        "http://l.facebook.com/lsr.php?u=https%3A%2F%2Fb.example&ext=1442879836&hash=Acnn",
        "Timestamp of the link: 2015-09-21 23:57:16 UTC (Facebook)",
        "likely",
    ),
    Explained(
        "https://www.instagram.com/p/DW1nTDiDvnF/?img_index=1",
        "Photo shown: 1 (Instagram)",
        "likely",
    ),
    Explained(
        "https://www.youtube.com/watch?v=LnhSTZgzKuY&t=1m42s", "Starts at: 102 seconds (YouTube)"
    ),
    Explained("https://de.wikipedia.org/wiki/Uri", "Language: German (de) (Wikipedia)"),
)
CAMPAIGNS = (
    Explained(f"{HOME}?utm_source=newsletter", "Campaign source: newsletter (UTM)"),
    Explained(f"{HOME}?UTM_Campaign=Spring+Sale", "Campaign: Spring Sale (UTM)"),
    Explained(f"{HOME}?gclid=EAIaIQobChMI3u6r", "Ad click ID: EAIaIQobChMI3u6r (Google Ads)"),
    Explained(
        f"{HOME}?msclkid=0123456789abcdef0123456789abcdef",
        "Ad click ID: 0123456789abcdef0123456789abcdef (Microsoft Advertising)",
    ),
    Explained(
        f"{HOME}?fbclid=IwAR054Z27sI8LALyasatpqO8a0LdH4",
        "Click ID: IwAR054Z27sI8LALyasatpqO8a0LdH4 (Meta)",
    ),
    Explained(
        f"{HOME}?mc_cid=abc123def0&mc_eid=0123456789", "Recipient ID: 0123456789 (Mailchimp)"
    ),
    Explained(f"{HOME}?_hsmi=1234567", "Email ID: 1234567 (HubSpot)", "likely"),
    Explained(
        "https://a.us1.list-manage.com/track/click?u=0123456789ab&id=abcdef0123&e=aabbccddee",
        "Recipient ID: aabbccddee (Mailchimp)",
        "likely",
    ),
    Explained(
        "https://www.test-example.com/testing/1?2=3&4=5&lang=en",
        "Language: English (en) (BCP 47)",
        "likely",
    ),
)
EXPLAINED = (*SEARCHES, *ACCOUNTS, *SIGNED, *SHARED, *CHATS, *CAMPAIGNS)

UNEXPLAINED = (
    Unexplained("https://www.google.icu/search?q=a"),
    Unexplained("https://www.google.com.evil.example/search?q=a"),
    Unexplained("https://evil.example\\@www.google.com/search?q=a"),
    Unexplained("https://notgoogle.com/search?q=a"),
    Unexplained("ftp://www.google.com/search?q=a"),
    Unexplained("https://www.google.com/searching?q=a", "Search words"),
    Unexplained("https://www.google.com/search?q=", "Search words"),
    Unexplained("https://www.google.com/maps?hl=xx"),
    Unexplained("https://www.google.com/search?tbm=zzz", "Kind of results"),
    Unexplained("https://docs.google.com/document/d/e/2PACX/pub", "Document ID"),
    Unexplained("https://docs.google.com/document/create"),
    Unexplained("https://meet.google.com/landing"),
    Unexplained("https://youtu.be/short"),
    Unexplained("https://www.youtube.com/watch?v=short", "Video ID"),
    Unexplained("https://github.com/settings/tokens"),
    Unexplained("https://github.com/login/oauth", "Owner"),
    Unexplained("https://github.com/features"),
    Unexplained("https://github.com/a/b/issues/new", "Issue number"),
    Unexplained("https://github.com/a/b#Lines", "Lines"),
    Unexplained("https://www.facebook.com/groups/", "User"),
    Unexplained("https://www.facebook.com/login"),
    Unexplained("https://www.facebook.com/photo.php?type=3&theater", "Photo ID"),
    Unexplained("https://www.instagram.com/explore/"),
    Unexplained("https://www.instagram.com/explore/tags/a/"),
    Unexplained("https://x.com/home"),
    Unexplained("https://x.com/i/status/12", "User"),
    Unexplained("https://x.com/anna/status/abc"),
    Unexplained("https://t.me/joinchat", "Channel or user"),
    Unexplained("https://t.me/share/url?url=a", "Channel or user"),
    Unexplained("https://discord.com/channels/abc/def"),
    Unexplained("https://discord.com/developers"),
    Unexplained("https://app.slack.com/archives/C1/p1700000000123456"),
    Unexplained("https://acme.slack.com/archives/C1/p12", "sent at"),
    Unexplained("https://zoom.us/pricing"),
    Unexplained("https://www.zoom.us/j/abc"),
    Unexplained("https://us02web.zoom.us/j/12345678901", "Organization"),
    Unexplained("https://teams.microsoft.com/l/message/a/12", "sent at"),
    Unexplained(f"{HOME}?code=abc"),
    Unexplained(f"{HOME}?client_id=abc"),
    Unexplained(f"{HOME}?state=CA&city=LA"),
    Unexplained(f"{HOME}?Expires=1700000000&Signature=a"),
    Unexplained(f"{HOME}?sv=1&sig=2"),
    Unexplained(f"{HOME}?sv=a&sig=b&se=c", "Valid"),
    Unexplained(f"{HOME}?{AWS.replace('604800', 'soon')}", "Valid until"),
    Unexplained(f"{HOME}?{AWS.replace('20231114T221320Z', 'now')}", "Valid until"),
    Unexplained(f"{HOME}?{AWS.replace('20231114T221320Z', '99991231T235959Z')}", "Valid until"),
    Unexplained("https://s3.amazonaws.com/"),
    Unexplained("https://b.s3-accelerate.amazonaws.com/k"),
    Unexplained("https://acc.blob.core.windows.net/a.html", "Container"),
    Unexplained("https://www.youtube.com/embed/videoseries?list=PLabc", "Video ID"),
    Unexplained("https://t.me/+491701234567", "Invitation"),
    Unexplained("https://t.me/s/durov", "Message"),
    Unexplained("https://www.reddit.com/r/all/"),
    Unexplained("https://www.dropbox.com/sh/abc/AADef?dl=0", "File name"),
    Unexplained("https://contoso-files.sharepoint.com/a", "contoso-files"),
    Unexplained(f"{HOME}?_gl=1"),
    Unexplained(f"{HOME}?awc=no&mkt_tok=&_hsenc=x"),
    Unexplained("https://amazonaws.com/b/k"),
    Unexplained("https://mega.nz/file/abc"),
    Unexplained("https://contoso-my.sharepoint.com/", "contoso-my"),
    Unexplained(f"{HOME}?lang=zz"),
    Unexplained(f"{HOME}?lang=english"),
    Unexplained(f"{HOME}?lang=en_US_and_more_words_than_that"),
    Unexplained(f"{HOME}?gclid=short"),
    Unexplained(f"{HOME}?fbclid="),
    Unexplained(f"{HOME}?source=newsletter&medium=mail"),
    Unexplained(f"{HOME}?id=1&u=2&e=3"),
    Unexplained(f"{HOME}?q=words"),
    Unexplained("mailto:a@b.example?utm_source=x"),
    Unexplained("utm_source=newsletter"),
    Unexplained("//?utm_source=x"),
)
