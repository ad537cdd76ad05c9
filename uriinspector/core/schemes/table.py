"""The table of schemes, and registered names that are not otherwise known.

The registered names are permanent, provisional and historical (RFC 7595 3), as of 2025. "hxxp" and
"hxxps", which mark defanged links, are left out.
"""

from uriinspector.core.reference import Reference
from uriinspector.core.schemes import (
    addrspec,
    apps,
    data,
    file,
    gopher,
    http,
    mailto,
    nesting,
    old_internet,
    rows,
    urn,
)
from uriinspector.core.schemes.dossier import Action, Choice, NoteRows, Remarks, Scheme, noted

NAMES = """
    aaa aaas acap acd acr adiumxtra adt aim amss android appdata apt ar ark at attachment aw
    barion bb beshare bitcoincash bluetooth bolo brid browserext cabal calculator callto cap cast
    casts com-eventbrite-attendee content-type crid cstr cvs dab dat dhttp diaspora dis
    dlna-playcontainer dlna-playsingle dntp dpp drm drop dtmi dtn dvb dvx dweb ed2k eid elsi
    embedded ens example fax feedready fido first-run-pen-experience fish fm fuchsia-pkg gg gitoid
    gizmoproject go graph grd gtalk h323 ham hcap hs20 hydrazone hyper iax icap icon im iotdisco
    ipn irc6 iris iris.beep iris.lwz iris.xpc iris.xpcs isostore jabber jms keyparc lastfm lbry
    leaptofrogans lid lorawan lvlt machineprovisioningprogressreporter maps message
    microsoft.windows.camera microsoft.windows.camera.multipicker microsoft.windows.camera.picker
    modem moz ms-browser-extension ms-calculator ms-drive-to ms-enrollment
    ms-eyecontrolspeech ms-gamebarservices ms-getoffice ms-inputapp ms-launchremotedesktop
    ms-lockscreencomponent-config ms-media-stream-id ms-meetnow ms-mixedrealitycapture
    ms-mobileplans ms-newsandinterests ms-officeapp ms-personacard ms-recall ms-remotedesktop
    ms-remotedesktop-launch ms-restoretabcompanion ms-search-repair
    ms-secondary-screen-controller ms-secondary-screen-setup ms-settings-airplanemode
    ms-settings-bluetooth ms-settings-camera ms-settings-cellular ms-settings-cloudstorage
    ms-settings-connectabledevices ms-settings-displays-topology ms-settings-emailandaccounts
    ms-settings-language ms-settings-location ms-settings-lock ms-settings-nfctransactions
    ms-settings-notifications ms-settings-power ms-settings-privacy ms-settings-proximity
    ms-settings-screenrotation ms-settings-wifi ms-settings-workplace ms-stickers ms-sttoverlay
    ms-transit-to ms-useractivityset ms-virtualtouchpad ms-walk-to ms-whiteboard
    ms-whiteboard-cmd msnim msrp msrps mss mt mtqp mumble mupdate mvn mvrp mvrps nih notes num ocf
    oid onenote-cmd opaquelocktoken openid openpgp4fpr p1 pack palm paparazzi payment pkcs11
    platform pres proxy psyc pttp pwid qb query quic-transport reload rmi rtmfp rtspu sarif
    secondlife secret-token service session sgn shc shelter sieve simpleledger simplex smp smtp
    soap.beep soap.beeps soldat spiffe ssb starknet submit swh swid swidpath taler teamspeak teapot
    teapots teliaeid things thismessage thzp tip tool tv unreal upt ut2004 uuid-in-package v-event
    vemmi ventrilo ves videotex vsls w3 wcr web+ap web3 wpid wtai xcon xcon-userid xfire xftp
    xmlrpc.beep xmlrpc.beeps xrcp xri ymsgr
"""
REGISTERED = frozenset(NAMES.split())

ROWS: tuple[Scheme, ...] = (
    data.SCHEME,
    file.SCHEME,
    old_internet.FTP_SCHEME,
    apps.GEO_SCHEME,
    gopher.SCHEME,
    http.SCHEME,
    http.SECURE,
    nesting.SCHEME,
    nesting.JAR_SCHEME,
    rows.LDAP_PLAIN,
    rows.LDAP_SECURE,
    apps.MAGNET_SCHEME,
    mailto.SCHEME,
    addrspec.CID,
    addrspec.MID,
    old_internet.NEWS_SCHEME,
    old_internet.NNTP_SCHEME,
    *apps.OFFICE_SCHEMES,
    old_internet.PROSPERO_SCHEME,
    *rows.NAMED,
    *rows.ROWS,
    data.JAVASCRIPT,
    data.VBSCRIPT,
    apps.MESSAGE_SCHEME,
    apps.TEL_SCHEME,
    *old_internet.TERMINALS,
    urn.SCHEME,
    old_internet.WAIS_SCHEME,
    rows.WEBSOCKET_PLAIN,
    rows.WEBSOCKET_SECURE,
)
SCHEMES: dict[str, Scheme] = {name: row for row in ROWS for name in row.names}


NOTES: NoteRows = {
    "experimental": ("info", "an experimental scheme, agreed between two parties", ("RFC 1738 4",))
}


def describe(reference: Reference, _: Choice) -> Remarks:
    """Describe a reference with an unknown scheme, and note whether the scheme is registered."""
    scheme = reference.scheme_name
    yield {"known": False} | ({"title": "a registered scheme"} if scheme in REGISTERED else {})
    yield Action("open", "the app registered for this scheme")
    yield from reference.violations
    if scheme.startswith("x-"):
        yield noted(NOTES, "experimental")


SCHEME = Scheme((), "unknown scheme", ("RFC 3986 3.1",), "unknown", describe)
