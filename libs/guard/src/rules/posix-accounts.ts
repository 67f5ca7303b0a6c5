import { ARGUMENTS, END, GAP, any, command, re, rules } from './pattern.js';

/** Accounts, groups with power over the PC, credential files. */
const ADMIN_GROUP = '(?:sudo|wheel|admin|root|adm|docker|lxd|disk|shadow|libvirt|kmem)';
const CREDENTIALS = any(
  re`/etc/(?:(?:passwd|shadow|group|gshadow)-?${END}|sudoers|ld\.so\.preload|pam\.d/|pam\.conf|doas\.conf|security/|polkit-1/|master\.passwd)`,
  re`/pam-configs/`,
  re`\.ssh/authorized_keys`,
);

export const posixAccountRules = rules('posix', [
  [
    'posix_new_account',
    'creates an account',
    [
      re`${command('useradd adduser newusers')}[ \t]+[^\s;|&({]`,
      re`${command('dscl')}${ARGUMENTS}-create[ \t]+/users/`,
      `${command('sysadminctl')}${ARGUMENTS}-adduser`,
      re`${command('pw')}[ \t]+useradd`,
    ],
  ],
  [
    'posix_admin_group',
    'puts an account into a group with power over the PC',
    [
      re`${command('usermod')}${ARGUMENTS}(?:-[a-z]*g[a-z]*|--groups|--append|--gid)[= \t]${GAP}${ADMIN_GROUP}(?:[\s,]|$)`,
      re`${command('usermod')}${ARGUMENTS}(?:-[a-z]*u[a-z]*|--uid)[= \t]+0${END}`,
      re`${command('gpasswd')}${ARGUMENTS}(?:-[am]|--add|--members)[ \t]${GAP}${ADMIN_GROUP}${END}`,
      `${command('addgroup groupmod groupmems')}${ARGUMENTS}${ADMIN_GROUP}${END}`,
      `${command('dseditgroup')}${ARGUMENTS}(?:admin|wheel)${END}`,
      re`${command('dscl')}[ \t]${GAP}(?:-append|-merge)[ \t]+/groups/(?:admin|wheel)`,
    ],
  ],
  [
    'posix_password_change',
    'changes the password of root or removes one',
    [
      `${command('passwd')}${ARGUMENTS}(?:-[a-z]*[du]|--delete|--unlock)${END}`,
      re`${command('passwd')}[ \t]+(?:-[^\s;|&({]+[ \t]+)*root${END}`,
      re`\|\s*(?:sudo\s+)?(?:chpasswd|passwd(?:[ \t]+(?:root|--stdin)))${END}`,
      re`${command('chpasswd')}[ \t]${GAP}<[ \t]*root:`,
      re`${command('usermod')}${ARGUMENTS}(?:-[a-z]*p|--password)[= \t]${GAP}root${END}`,
    ],
  ],
  [
    'posix_credential_write',
    'changes who may log in or become root',
    [
      re`>[ \t]*[^\s;|&({]*${CREDENTIALS}`,
      re`${command('tee cp mv install ln rm shred truncate rsync scp ed ex patch chmod chown chattr setfacl unlink vipw')}[ \t]${GAP}${CREDENTIALS}`,
      `${command('dd')}${ARGUMENTS}of=${CREDENTIALS}`,
      re`\|\s*visudo`,
      re`${command('sed perl gawk ruby')}${ARGUMENTS}(?:-[a-z]*i|--in-place)${GAP}[ \t]${GAP}${CREDENTIALS}`,
      re`${command('curl wget')}${ARGUMENTS}(?:-[a-z]*o|--output[a-z-]*)[= \t]${GAP}${CREDENTIALS}`,
      re`(?:open|writefile|write_text|file_put_contents|appendfile)[\s(]+[^\s;|&({]*${CREDENTIALS}[\s,"']*(?:mode=)?[aw]`,
      re`${command('ssh-import-id ssh-import-id-gh ssh-import-id-lp')}[ \t]+[^\s;|&({]`,
      re`${command('ssh-copy-id')}[ \t]${GAP}localhost${END}`,
    ],
  ],
  [
    'posix_credential_read',
    'copies stored passwords',
    re`${command('cat less more head tail tac nl base64 xxd od strings grep awk sed cut tar zip nc rev sort dd unshadow john')}` +
      re`[ \t]${GAP}/etc/g?shadow-?${END}`,
  ],
  [
    'posix_credential_database',
    'copies stored passwords',
    re`${command('getent')}${ARGUMENTS}g?shadow${END}`,
  ],
  [
    'posix_process_memory',
    'shows the memory or the variables of a process, where passwords stand',
    [
      re`${command('cat less more head tail strings xxd od hexdump tr cp dd grep base64 xargs sed awk nc')}[ \t]${GAP}/proc/[^\s;|&({/]+/(?:environ|mem|auxv)${END}`,
      re`${command('gcore gdb gdbserver procdump ltrace strace')}[ \t]${GAP}(?:-p|--pid)[ \t=]*(?:1${END}|\$ppid)`,
    ],
  ],
  [
    'posix_setuid',
    'lets everybody become root',
    [
      re`${command('chmod')}[ \t](?:${GAP}[ \t])?(?:[ugoa]*\+[rwx]*s[a-z]*|0?[2467][0-7][0-7][0-7])[ \t]${GAP}` +
        re`(?:(?:ba|da|z|k)?sh|python[0-9.]*|perl|find|vim?|cp|mv|env|node|nano|less|awk|nmap|tee|dd)${END}`,
      re`${command('chmod')}[ \t]+(?:[ugoa]*\+[rwx]*s[a-z]*|0?[2467][0-7][0-7][0-7])[ \t]+/(?:tmp|var/tmp|dev/shm|home)/`,
      re`${command('install')}${ARGUMENTS}(?:-m[ \t]*|--mode[= \t])(?:[ugoa]*\+[rwx]*s|0?[2467][0-7][0-7][0-7])${END}`,
      `${command('setcap')}[ \\t]${GAP}cap_(?:setuid|setgid|sys_admin|dac_override|dac_read_search|sys_ptrace|sys_module)`,
    ],
  ],
]);
