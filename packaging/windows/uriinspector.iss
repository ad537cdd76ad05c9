; The installer for Windows, by Inno Setup 6: packaging\windows\build.ps1 runs it.
; NOT YET RUN: written with care on another system.
;
; It installs for one person without asking for rights, or for everybody when it is run as an
; administrator; offers the program under "Open with" and takes no type for itself but cases; and leaves
; nothing when it is removed but what the person kept: settings, history and cases.

#ifndef Version
  #error Run packaging\windows\build.ps1: it says which version this is.
#endif
#define Name "URI Inspector"
#define Window "uriinspector.exe"

[Setup]
AppId={{6F0C7A52-2C43-4E4B-9E0B-7C8A1D5B3F19}
AppName={#Name}
AppVersion={#Version}
AppPublisher=URI Inspector contributors
DefaultDirName={autopf}\{#Name}
DefaultGroupName={#Name}
DisableProgramGroupPage=yes
LicenseFile=..\..\LICENSE
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog commandline
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
ChangesAssociations=yes
ChangesEnvironment=yes
Compression=lzma2/max
SolidCompression=yes
OutputDir=..\..\dist
OutputBaseFilename=uriinspector-{#Version}-setup
SetupIconFile=..\..\build\icons\uriinspector.ico
UninstallDisplayIcon={app}\{#Window}
WizardStyle=modern

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\German.isl"

[CustomMessages]
en.Path=Put the command uriinspect on the PATH
de.Path=Den Befehl uriinspect in den PATH aufnehmen
en.OpenWith=Offer {#Name} under "Open with" for pages and mails
de.OpenWith={#Name} unter "Öffnen mit" für Seiten und Mails anbieten

[Tasks]
Name: "openwith"; Description: "{cm:OpenWith}"
Name: "path"; Description: "{cm:Path}"; Flags: unchecked
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked

[Files]
Source: "..\..\dist\uriinspector\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[InstallDelete]
; What an older version brought and this one does not: it must not be loaded beside the new.
Type: filesandordirs; Name: "{app}\_internal"

[Icons]
Name: "{group}\{#Name}"; Filename: "{app}\{#Window}"
Name: "{autodesktop}\{#Name}"; Filename: "{app}\{#Window}"; Tasks: desktopicon

[Registry]
; Named under "Open with" for these types; which program opens them by itself stays as it was.
Root: HKA; Subkey: "Software\Classes\Applications\{#Window}"; ValueType: string; ValueName: "FriendlyAppName"; ValueData: "{#Name}"; Flags: uninsdeletekey; Tasks: openwith
Root: HKA; Subkey: "Software\Classes\Applications\{#Window}\shell\open\command"; ValueType: string; ValueData: """{app}\{#Window}"" ""%1"""; Tasks: openwith
#define Offered(str Ending) 'Root: HKA; Subkey: "Software\Classes\Applications\' + Window + '\SupportedTypes"; ValueType: string; ValueName: "' + Ending + '"; ValueData: ""; Tasks: openwith'
#emit Offered(".html")
#emit Offered(".htm")
#emit Offered(".xhtml")
#emit Offered(".eml")
#emit Offered(".mht")
#emit Offered(".mhtml")
#emit Offered(".mbox")
#emit Offered(".uricase")
; A case is the program's own kind of file: it opens here, and nowhere else.
Root: HKA; Subkey: "Software\Classes\.uricase"; ValueType: string; ValueData: "uriinspector.case"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\uriinspector.case"; ValueType: string; ValueData: "{#Name}"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\uriinspector.case\shell\open\command"; ValueType: string; ValueData: """{app}\{#Window}"" ""%1"""
Root: HKA; Subkey: "{code:Environment}"; ValueType: expandsz; ValueName: "Path"; ValueData: "{olddata};{app}"; Tasks: path; Check: IsNotOnPath

[Run]
Filename: "{app}\{#Window}"; Description: "{cm:LaunchProgram,{#Name}}"; Flags: nowait postinstall skipifsilent

[Code]
const
  OfMachine = 'SYSTEM\CurrentControlSet\Control\Session Manager\Environment';

function Environment(Unused: String): String;
begin
  if IsAdminInstallMode then Result := OfMachine else Result := 'Environment';
end;

function OnPath(var Whole: String): Integer;
begin
  if not RegQueryStringValue(HKA, Environment(''), 'Path', Whole) then Whole := '';
  Result := Pos(';' + Uppercase(ExpandConstant('{app}')) + ';', ';' + Uppercase(Whole) + ';');
end;

function IsNotOnPath: Boolean;
var
  Whole: String;
begin
  Result := OnPath(Whole) = 0;
end;

procedure CurUninstallStepChanged(Step: TUninstallStep);
var
  Whole: String;
  Place: Integer;
begin
  if Step <> usPostUninstall then exit;
  Place := OnPath(Whole);
  if Place = 0 then exit;
  { Place counts in a text that begins with one ";" more: it is where our own ";" stands. }
  if Place > 1 then Place := Place - 1;
  Delete(Whole, Place, Length(ExpandConstant('{app}')) + 1);
  RegWriteExpandStringValue(HKA, Environment(''), 'Path', Whole);
end;
