import { raw, type BlockedCases } from '../types.js';

export const powershellAccounts: BlockedCases = {
  tool: 'powershell_exec',
  argument: 'script',
  rules: {
    ps_new_account: [
      'net user hacker P@ss /add',
      'net.exe users hacker P@ss /ADD',
      'net1 user hacker P@ss /add /y',
      'cmd /c n^et us^er hacker P@ss /a^dd',
      '"net" user hacker P@ss "/add"',
      'net user Administrator /active:yes',
      'New-LocalUser -Name hacker -NoPassword',
      'New-LocalUser hacker -Password (ConvertTo-SecureString x -AsPlainText -Force)',
      'Enable-LocalUser -Name Administrator',
      '$u = ([ADSI]"WinNT://.").Create("User","hacker"); $u.SetInfo()',
      'Start-Process net -ArgumentList "user hacker P@ss /add"',
    ],
    ps_admin_group: [
      'net localgroup Administrators hacker /add',
      'net localgroup Administratoren hacker /add',
      'net localgroup Administrateurs hacker /add',
      'net localgroup "Remote Desktop Users" hacker /add',
      'Add-LocalGroupMember -Group Administrators -Member hacker',
      'Add-LocalGroupMember Administratoren hacker',
      'Add-LocalGroupMember -SID S-1-5-32-544 -Member hacker',
      'algm Administrators hacker',
      'Add-LocalGroupMember -Group (Get-LocalGroup -SID "S-1-5-32-544") -Member hacker',
      'Get-LocalGroup -SID S-1-5-32-544 | Add-LocalGroupMember -Member hacker',
      '$g = "Admini" + "strators"; Add-LocalGroupMember $g hacker',
      'Add-LocalGroupMember -Group "Amministratori" -Member hacker',
      'net localgroup Администраторы hacker /add',
    ],
    ps_login_backdoor: [
      raw`copy C:\Windows\System32\cmd.exe C:\Windows\System32\sethc.exe`,
      raw`Copy-Item cmd.exe C:\Windows\System32\utilman.exe -Force`,
      raw`reg add "HKLM\SOFTWARE\Microsoft\Windows NT\CurrentVersion\Image File Execution Options\sethc.exe" /v Debugger /d cmd.exe`,
    ],
    ps_credential_dump: [
      raw`reg save HKLM\SAM C:\temp\sam.hiv`,
      raw`reg.exe save hklm\system s.hiv`,
      raw`rundll32 C:\Windows\System32\comsvcs.dll, MiniDump 624 C:\temp\l.dmp full`,
      'procdump -ma lsass.exe l.dmp',
      raw`Copy-Item C:\Windows\System32\config\SAM C:\temp`,
      'ntdsutil "ac i ntds" ifm "create full c:\\t" q q',
    ],
  },
};
