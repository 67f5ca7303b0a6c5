import { raw, type AllowedCases } from '../types.js';

export const paths: AllowedCases = {
  tool: 'fs_read',
  argument: 'path',
  texts: [
    '/etc/hosts',
    '/etc/passwd',
    '/etc/ssh/sshd_config',
    '/etc/default/grub',
    '/etc/security/limits.conf',
    '/var/log/syslog',
    '/proc/cpuinfo',
    '/proc/meminfo',
    '/proc/sys/vm/swappiness',
    '/sys/class/thermal/thermal_zone0/temp',
    '/home/anna/notes.txt',
    '/home/anna/a..b.txt',
    '/home/anna/.bashrc',
    '/tmp/back~up.txt',
    '/srv/device/readme',
    '/var/lib/kenny-agent/logs/agent.log',
    '/etc/systemd/system/kenny-agent.service',
    '/home/anna/grüße aus köln.txt',
    '/home/anna/dev/system',
    '/home/anna/.config/Code/User/settings.json',
    '/Users/anna/Documents/a.txt',
    raw`C:\Windows\System32\drivers\etc\hosts`,
    raw`C:\Windows\Logs\CBS\CBS.log`,
    raw`C:\Users\anna\Documents\a.txt`,
    raw`C:\Users\anna\Desktop\Login Daten.txt`,
    'C:/ProgramData/kenny/logs/agent.log',
    raw`D:\backup\config.sys.txt`,
    raw`C:\Program Files (x86)\App\app.ini`,
    raw`C:\temp\console.txt`,
    raw`C:\temp\a~b.txt`,
  ],
};

export const folders: AllowedCases = {
  tool: 'fs_list',
  argument: 'path',
  texts: [
    '/',
    '/proc',
    '/sys',
    '/home/anna',
    '/etc',
    'C:\\',
    'C:/',
    raw`C:\Users`,
    raw`D:\ `.trim(),
  ],
};

export const updates: AllowedCases = {
  tool: 'agent_update',
  argument: 'url',
  texts: [
    'https://github.com/x/kenny/releases/download/v1/kenny-agent.exe',
    'https://objects.githubusercontent.com/x',
    'https://release-assets.githubusercontent.com/x?token=1',
    'https://kenny.example/d/binary/abc',
    'https://kenny.example:8443/d/binary/abc',
    'https://KENNY.example./d/binary/abc',
  ],
};
