# Builds the installer for Windows: dist\uriinspector-VERSION-setup.exe.
#
# NOT YET RUN: written with care on another system. It takes Python 3.12 or 3.13 from python.org and
# Inno Setup 6. The installer is not signed; whoever publishes it signs both commands and the installer.
#Requires -Version 5.1
$ErrorActionPreference = "Stop"
Set-Location (Join-Path $PSScriptRoot "..\..")

function Invoke-Checked {
    & $args[0] @($args | Select-Object -Skip 1)
    if ($LASTEXITCODE -ne 0) { throw "$($args[0]) ended with $LASTEXITCODE" }
}

$version = (Select-String -Path uriinspector\__init__.py -Pattern '^__version__ = "(.*)"$').Matches[0].Groups[1].Value
$env:SOURCE_DATE_EPOCH = git log -1 --format=%ct
$env:PYTHONHASHSEED = "1"  # sets in the compiled modules would come in another order each time
$env:PYTHONUTF8 = "1"

# An environment of its own: nothing gets in but what the wheel asks for. The wheel chooses Qt by the
# Python that is here: the two always go together.
Invoke-Checked py -3 -m venv --clear build\venv
$python = "build\venv\Scripts\python.exe"
$pip = @("-m", "pip", "--disable-pip-version-check", "install", "--quiet",
    "--constraint", "packaging\requirements-dev.txt",
    "--constraint", "packaging\requirements-bundle.txt")
Invoke-Checked $python @pip hatchling
Remove-Item dist\*.whl, dist\uriinspector -Recurse -Force -ErrorAction SilentlyContinue
Invoke-Checked $python -m hatchling build -t wheel -d dist
Invoke-Checked $python @pip pyinstaller (Get-Item dist\*.whl).FullName
Invoke-Checked $python packaging\make\icons.py --one-file build\icons

Invoke-Checked $python -m PyInstaller --noconfirm --clean --log-level ERROR `
    --distpath dist --workpath build\frozen packaging\frozen\uriinspector.spec
Invoke-Checked $python packaging\make\licences.py --bundle dist\uriinspector

# Used once before it is packed: the command, a scan in processes of its own, and a picture.
Invoke-Checked dist\uriinspector\uriinspect.exe --version
Invoke-Checked dist\uriinspector\uriinspect.exe scan --jobs 2 --fail-on never README.md LICENSE
Invoke-Checked dist\uriinspector\uriinspector.exe --screenshot build\window.png "http://a@10.0.0.1/"
if ((Get-Item build\window.png).Length -lt 20000) { throw "the picture shows nothing" }

$inno = "${env:ProgramFiles(x86)}\Inno Setup 6\ISCC.exe"
Invoke-Checked $inno /Qp "/DVersion=$version" packaging\windows\uriinspector.iss
