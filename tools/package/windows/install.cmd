@echo off
rem Installs the kenny agent from this folder, or repairs what is installed. Needs an administrator,
rem and asks for one. With /quiet it does not wait for a key at its end.
rem The words stay plain ASCII: a code page is another one on every PC.
setlocal EnableExtensions EnableDelayedExpansion
set "HERE=%~dp0"
set "SELF=%~f0"
set "PROGRAM=%HERE%kenny-agent.exe"
set "SETTINGS=%HERE%kenny-agent.config.json"
set "QUIET="
set "ELEVATED="
for %%a in (%*) do (
  if /i "%%~a"=="/quiet" set "QUIET=1"
  if /i "%%~a"=="/elevated" set "ELEVATED=1"
)

if not exist "%PROGRAM%" goto :incomplete
if not exist "%HERE%nssm.exe" goto :incomplete

net session >nul 2>&1
if not errorlevel 1 goto :install
if defined ELEVATED goto :install
echo kenny: asking for an administrator...
powershell -NoProfile -NonInteractive -Command "Start-Process -FilePath $env:SELF -ArgumentList '/elevated' -Verb RunAs"
if errorlevel 1 goto :refused
exit /b 0

:install
if exist "%SETTINGS%" (
  "%PROGRAM%" install --settings "%SETTINGS%"
) else (
  "%PROGRAM%" install
)
set "CODE=%ERRORLEVEL%"
if "%CODE%"=="0" (
  echo kenny is running
) else (
  echo kenny: the installation did not finish, see above. Run this again to repair it.
)
if not defined QUIET pause
exit /b %CODE%

:incomplete
echo kenny: this folder is not complete. Unpack the whole archive into one folder, then run
echo install.cmd from there.
if not defined QUIET pause
exit /b 1

:refused
echo kenny: installing needs an administrator. Right-click install.cmd, "Run as administrator".
if not defined QUIET pause
exit /b 3
