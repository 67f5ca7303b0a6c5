import { raw, type BlockedCases } from '../types.js';

export const selfOnWindows: BlockedCases = {
  tool: 'powershell_exec',
  argument: 'script',
  rules: {
    self_service_windows: [
      'sc stop kenny-agent',
      'sc.exe delete "kenny-agent"',
      'sc config kenny-agent start= disabled',
      'net stop kenny-agent',
      'Stop-Service kenny-agent',
      'Stop-Service kenny* -Force',
      'Restart-Service -Name kenny-agent',
      'Set-Service kenny-agent -StartupType Disabled',
      'Get-Service kenny-agent | Stop-Service',
      'nssm stop kenny-agent',
      'nssm.exe remove kenny-agent confirm',
      'nssm set kenny-agent Application x.exe',
      "Stop-Service ('kenny'+'-agent')",
      'sc stop kenny`-agent',
      'cmd /c sc stop ken^ny-agent',
      raw`C:\Windows\System32\sc.exe \\localhost stop kenny-agent`,
      `(gwmi Win32_Service -Filter "name='kenny-agent'").StopService()`,
    ],
    self_registry: [
      raw`reg delete HKLM\SYSTEM\CurrentControlSet\Services\kenny-agent /f`,
      raw`Remove-Item HKLM:\SYSTEM\CurrentControlSet\Services\kenny-agent -Recurse`,
      raw`Set-ItemProperty HKLM:\SYSTEM\CurrentControlSet\Services\kenny-agent Start 4`,
      raw`reg add "HKLM\SYSTEM\ControlSet001\Services\kenny-agent\Parameters" /v Application /d x.exe /f`,
    ],
    self_process: [
      'taskkill /f /im kenny-agent.exe',
      'Stop-Process -Name kenny-agent -Force',
      'kill -Name kenny*',
      'Get-Process kenny-agent | Stop-Process',
      'gps kenny* | kill',
      'wmic process where "name=\'kenny-agent.exe\'" delete',
      '(Get-Process kenny-agent).Kill()',
    ],
    self_program: [
      raw`Remove-Item "C:\Program Files\kenny\kenny-agent.exe"`,
      raw`ren C:\kenny\kenny-agent.exe x.exe`,
      raw`Copy-Item evil.exe C:\kenny\kenny-agent.exe -Force`,
    ],
    self_files: [
      raw`Set-Content C:\ProgramData\kenny-control\agent.control.json '{}'`,
      raw`del C:\ProgramData\kenny-control\agent.control.json`,
      raw`'{"remote_control_enabled":true}' | Out-File C:\ProgramData\kenny-control\agent.control.json`,
      raw`[IO.File]::WriteAllText('C:\ProgramData\kenny-control\agent.control.json','{}')`,
      raw`Get-Content C:\ProgramData\kenny\agent.key`,
      raw`Copy-Item C:\ProgramData\kenny\agent.key C:\temp`,
      raw`Remove-Item C:\ProgramData\kenny\agent.journal`,
      raw`Remove-Item C:\ProgramData\kenny\.kenny-private -Force`,
    ],
    self_folder: [
      raw`Remove-Item -Recurse C:\ProgramData\kenny`,
      raw`icacls C:\ProgramData\kenny /grant Users:F`,
      raw`Remove-Item "$env:ProgramData\kenny" -Recurse -Force`,
    ],
    self_uninstall: [
      'kenny-agent uninstall',
      raw`& "C:\Program Files\kenny\kenny-agent.exe" remote-control on`,
      'winget uninstall kenny-agent',
    ],
    self_isolation: [
      raw`New-NetFirewallRule -DisplayName x -Program C:\kenny\kenny-agent.exe -Action Block`,
    ],
  },
};

export const selfOnUnix: BlockedCases = {
  tool: 'shell_exec',
  argument: 'command',
  rules: {
    self_service_unix: [
      'systemctl stop kenny-agent',
      'sudo systemctl disable --now kenny-agent.service',
      'systemctl mask kenny-agent',
      'systemctl kill -s 9 kenny-agent',
      'systemctl restart kenny-agent',
      "systemctl stop 'kenny*'",
      'systemctl edit kenny-agent',
      'service kenny-agent stop',
      '/etc/init.d/kenny-agent stop',
      'launchctl bootout system/kenny-agent',
      'sys""temctl stop kenny-agent',
      's=kenny-agent; systemctl stop $s',
    ],
    self_process: [
      'pkill kenny-agent',
      'pkill -f kenny',
      'killall -9 kenny-agent',
      'kill $(pgrep -f kenny-agent)',
      'kill -9 `pidof kenny-agent`',
      "ps aux | grep kenny-agent | awk '{print $2}' | xargs kill",
      'pgrep kenny-agent | xargs -r kill -9',
    ],
    self_program: [
      'rm /etc/systemd/system/kenny-agent.service',
      'rm -f /usr/local/bin/kenny-agent',
      'mv /usr/bin/kenny-agent /tmp',
      'echo x > /etc/systemd/system/kenny-agent.service',
      'cp evil /usr/local/bin/kenny-agent',
      'mkdir -p /etc/systemd/system/kenny-agent.service.d/x',
    ],
    self_files: [
      'cat /var/lib/kenny-agent/agent.key',
      'base64 /var/lib/kenny-agent/agent.key',
      'cp /srv/kenny/data/server.key /tmp',
      "echo '{}' > /var/lib/kenny-agent-control/agent.control.json",
      'rm /var/lib/kenny-agent/agent.journal',
      'chmod 777 /var/lib/kenny-agent/agent.policy.json',
      'rm /srv/kenny/.kenny-private',
      'mv .kenny-private x',
      'sqlite3 /srv/kenny/kenny.sqlite "delete from audit"',
    ],
    self_folder: [
      'rm -rf /var/lib/kenny-agent',
      'chmod -R 777 /var/lib/kenny-agent/',
      'mv /opt/kenny /tmp',
    ],
    self_uninstall: [
      'kenny-agent uninstall',
      'sudo kenny-agent remote-control on',
      'apt-get remove -y kenny-agent',
      'dpkg -r kenny-agent',
    ],
  },
};

export const injected: BlockedCases = {
  tool: 'net_adapter_reset',
  argument: 'name',
  rules: {
    ps_shadow_copies: ["Ethernet'; vssadmin delete shadows; '", 'x"; vssadmin delete shadows #'],
    self_service_windows: ["Ethernet'; Stop-Service kenny-agent; '"],
  },
};
