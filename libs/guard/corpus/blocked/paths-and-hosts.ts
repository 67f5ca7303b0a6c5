import { raw, type BlockedCases } from '../types.js';

export const paths: BlockedCases = {
  tool: 'fs_read',
  argument: 'path',
  rules: {
    path_parent_segment: [
      '/tmp/../etc/shadow',
      raw`C:\Users\anna\..\..\Windows`,
      'C:/temp/../x',
      '/..',
    ],
    path_not_absolute: ['etc/passwd', 'x.txt', raw`C:x.txt`, raw`\Windows\System32`, ''],
    path_network_or_device: [
      raw`\\server\share\x`,
      '//server/share',
      raw`\\?\C:\Windows\System32\config\SAM`,
      raw`\\.\PhysicalDrive0`,
      raw`\??\C:\x`,
      raw`C:\temp\CON`,
      raw`C:\temp\nul.txt`,
    ],
    path_short_name: [raw`C:\PROGRA~1\x`, raw`C:\Users\ANNA~1\ntuser.dat`],
    path_stream: [raw`C:\temp\a.txt:secret`, raw`C:\temp\a.txt::$DATA`],
    path_odd_spelling: [
      '/tmp/a\u0000b',
      '/tmp/a\nb',
      '/tmp/\ud800',
      raw`C:\Windows\System32\config\SAM.`,
      raw`C:\temp\x `,
      raw`C:\temp\*.txt`,
    ],
    path_registry_hive: [
      raw`C:\Windows\System32\config\SAM`,
      'c:/windows/SYSTEM32/config/system',
      raw`C:\Windows\.\System32\\config\SECURITY`,
      raw`C:\Users\anna\NTUSER.DAT`,
      raw`C:\Users\anna\AppData\Local\Microsoft\Windows\UsrClass.dat.LOG1`,
      raw`C:\temp\sam.hiv`,
      '/mnt/c/Windows/System32/config/SAM',
    ],
    path_directory_database: [raw`C:\Windows\NTDS\ntds.dit`],
    path_windows_secrets: [raw`C:\Users\anna\AppData\Roaming\Microsoft\Protect\x`],
    path_key_folder: [
      '/home/anna/.ssh/id_ed25519',
      '/root/.ssh',
      raw`C:\Users\anna\.ssh\known_hosts`,
      '/home/anna/.gnupg/secring.gpg',
      '/home/anna/.SSH/config',
    ],
    path_private_key: ['/tmp/id_rsa', '/home/anna/passwords.kdbx', '/home/anna/.netrc'],
    path_browser_store: [
      raw`C:\Users\anna\AppData\Local\Google\Chrome\User Data\Default\Login Data`,
      raw`C:\Users\anna\AppData\Local\Microsoft\Edge\User Data\Default\Network\Cookies`,
      raw`C:\Users\anna\AppData\Local\BraveSoftware\Brave-Browser\User Data\Local State`,
      raw`C:\Users\anna\AppData\Roaming\Mozilla\Firefox\Profiles\x.default\logins.json`,
      raw`C:\Users\anna\AppData\Roaming\Opera Software\Opera Stable\Login Data`,
      '/home/anna/.mozilla/firefox/x.default/key4.db',
      '/home/anna/.config/google-chrome/Default/Cookies',
      '/home/anna/snap/firefox/common/x',
      '/Users/anna/Library/Keychains/login.keychain-db',
    ],
    path_password_file: [
      '/etc/shadow',
      '/etc/shadow-',
      '/etc/gshadow',
      '/etc/sudoers',
      '/etc/sudoers.d/x',
      '/etc//shadow',
      '/etc/./shadow',
      '/private/etc/master.passwd',
    ],
    path_process: [
      '/proc/1/environ',
      '/proc/self/environ',
      '/proc/thread-self/maps',
      '/proc/4242',
      '/proc/self/root/etc/hostname',
      '/proc//self/mem',
    ],
    path_kernel: ['/proc/kcore', '/dev/sda', '/dev/fd/3', '/dev', '/sys/kernel/debug'],
    path_shadow_copy: [raw`C:\System Volume Information\x`],
    path_typed_commands: ['/home/anna/.bash_history'],
    path_own_files: [
      '/var/lib/kenny-agent/agent.key',
      raw`C:\ProgramData\kenny\agent.journal`,
      raw`C:\ProgramData\kenny-control\AGENT.CONTROL.JSON`,
      '/srv/kenny/kenny.sqlite-wal',
      '/srv/kenny/.kenny-private',
      '/etc/kenny-agent.config.json',
    ],
  },
};

export const folders: BlockedCases = {
  tool: 'fs_list',
  argument: 'path',
  rules: { path_key_folder: ['/home/anna/.ssh'], path_kernel: ['/dev/'] },
};

export const roots: BlockedCases = {
  tool: 'fs_search',
  argument: 'root',
  rules: { path_process: ['/proc/self'], path_registry_hive: [raw`C:\Windows\System32\config`] },
};

export const updates: BlockedCases = {
  tool: 'agent_update',
  argument: 'url',
  rules: {
    update_host: [
      'https://evil.example/a.exe',
      'http://github.com/x/a.exe',
      'https://github.com.evil.example/a.exe',
      'https://github.com@evil.example/a.exe',
      'https://user:pass@github.com/a.exe',
      'https://evilgithubusercontent.com/a.exe',
      'https://evil.example/github.com/a.exe',
      'https://github.com:8443/a.exe',
      'https://evil.example\\@github.com/',
      'ftp://github.com/a.exe',
      'file:///c:/a.exe',
      'https://',
      'not an address',
      'https://git\thub.com/a.exe',
      'http://kenny.example/a.exe',
    ],
  },
};
