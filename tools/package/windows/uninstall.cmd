@echo off
rem Takes the kenny agent away from this PC: service, program, key and logs. The kill switch stays as
rem it was left. Needs an administrator, and asks for one. With /quiet it does not wait for a key.
setlocal EnableExtensions EnableDelayedExpansion
set "SELF=%~f0"
set "FOLDER=%ProgramFiles%\kenny"
set "PROGRAM=%FOLDER%\kenny-agent.exe"
set "QUIET="
set "ELEVATED="
for %%a in (%*) do (
  if /i "%%~a"=="/quiet" set "QUIET=1"
  if /i "%%~a"=="/elevated" set "ELEVATED=1"
)

net session >nul 2>&1
if not errorlevel 1 goto :uninstall
if defined ELEVATED goto :uninstall
echo kenny: asking for an administrator...
powershell -NoProfile -NonInteractive -Command "Start-Process -FilePath $env:SELF -ArgumentList '/elevated' -Verb RunAs"
if errorlevel 1 goto :refused
exit /b 0

:uninstall
if not exist "%PROGRAM%" goto :nothing
"%PROGRAM%" uninstall
set "CODE=%ERRORLEVEL%"
if not "%CODE%"=="0" goto :failed
cd /d "%SystemRoot%"
for /l %%i in (1,1,10) do (
  if exist "%PROGRAM%" del /f /q "%PROGRAM%" >nul 2>&1
  if exist "%FOLDER%\nssm.exe" del /f /q "%FOLDER%\nssm.exe" >nul 2>&1
  if exist "%FOLDER%\koffi.node" del /f /q "%FOLDER%\koffi.node" >nul 2>&1
  if exist "%PROGRAM%" ping -n 2 127.0.0.1 >nul
  if exist "%FOLDER%\nssm.exe" ping -n 2 127.0.0.1 >nul
)
if exist "%PROGRAM%" goto :held
echo kenny is removed
if not defined QUIET pause
rem This very file goes with the folder: it is moved out of it first, and nothing is read behind this.
set "LAST=%SystemRoot%\Temp\kenny-uninstall.cmd"
move /y "%FOLDER%\uninstall.cmd" "%LAST%" >nul & rmdir /s /q "%FOLDER%" & del /f /q "%LAST%" & exit /b 0

:nothing
"%PROGRAM%" uninstall
set "CODE=%ERRORLEVEL%"
if not "%CODE%"=="0" goto :failed
cd /d "%SystemRoot%"
for /l %%i in (1,1,10) do (
  if exist "%PROGRAM%" del /f /q "%PROGRAM%" >nul 2>&1
  if exist "%FOLDER%\nssm.exe" del /f /q "%FOLDER%\nssm.exe" >nul 2>&1
  if exist "%FOLDER%\koffi.node" del /f /q "%FOLDER%\koffi.node" >nul 2>&1
  if exist "%PROGRAM%" ping -n 2 127.0.0.1 >nul
  if exist "%FOLDER%\nssm.exe" ping -n 2 127.0.0.1 >nul
)
if exist "%PROGRAM%" goto :held
echo kenny is removed
if not defined QUIET pause
rem This very file goes with the folder: the shell must have closed it before, and reads no further.
start "" /b cmd /c "ping -n 2 127.0.0.1 >nul & rmdir /s /q "%FOLDER%"" & exit /b 0

:nothing
"%PROGRAM%" uninstall
set "CODE=%ERRORLEVEL%"
if not "%CODE%"=="0" goto :failed
cd /d "%SystemRoot%"
for /l %%i in (1,1,10) do (
  if exist "%PROGRAM%" del /f /q "%PROGRAM%" >nul 2>&1
  if exist "%FOLDER%\nssm.exe" del /f /q "%FOLDER%\nssm.exe" >nul 2>&1
  if exist "%FOLDER%\koffi.node" del /f /q "%FOLDER%\koffi.node" >nul 2>&1
  if exist "%PROGRAM%" ping -n 2 127.0.0.1 >nul
  if exist "%FOLDER%\nssm.exe" ping -n 2 127.0.0.1 >nul
)
if exist "%PROGRAM%" goto :held
echo kenny is removed
if not defined QUIET pause
rem This very file goes with the folder, so nothing may stand behind it.
rmdir /s /q "%FOLDER%" >nul 2>&1 & exit /b 0

:nothing
echo kenny: no agent is installed here (%PROGRAM% is not there)
if not defined QUIET pause
exit /b 1

:failed
echo kenny: the agent is not removed, see above. Install it again, then remove it.
if not defined QUIET pause
exit /b %CODE%

:held
echo kenny: the service is gone, and its files in %FOLDER% are still in use. Delete them later.
if not defined QUIET pause
exit /b 1

:refused
echo kenny: removing needs an administrator. Right-click uninstall.cmd, "Run as administrator".
if not defined QUIET pause
exit /b 3
