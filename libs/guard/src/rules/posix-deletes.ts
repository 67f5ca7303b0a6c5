import {
  ARGUMENTS,
  COMMAND,
  END,
  GAP,
  LINE,
  STOP,
  TEXT,
  any,
  command,
  oneOf,
  re,
  rules,
} from './pattern.js';

/** Recursive deletes and permission changes of the system, mass changes, fork bombs. */
const RECURSIVE = any('-[a-z]*r[a-z]*', '--rec[a-z]*');
const TOP =
  '(?:bin|boot|dev|etc|lib|lib32|lib64|libx32|proc|root|run|sbin|sys|usr|var|home|opt|srv|mnt|media|' +
  'applications|library|system|users|volumes|private|efi)';
const NESTED =
  re`(?:usr/(?:bin|lib|lib64|sbin|share|local|include|libexec)|var/(?:lib|log|spool|mail|backups|lib/(?:dpkg|rpm|apt|pacman))|` +
  re`etc/(?:ssh|pam\.d|systemd|ssl|security|default|init\.d|network|netplan|apt)|(?:usr/)?lib/(?:modules|systemd|firmware))`;
/** Everything right in a folder, hidden or not. */
const ALL = re`(?:/(?:\.?\*|\.\*|\.)?)?`;
/** What a person would miss most. */
const PERSONAL = '(?:documents|dokumente|pictures|bilder|desktop|schreibtisch|music|videos|movies)';
/** The root, a folder of the system or of a person, or a glob right below the root. */
const TREE = re`/(?:\.?\*|\.|\$[a-z_]+|\?|[a-z]*[*?\[][^\s;|&({]*|(?:${TOP}|${NESTED}|(?:home|users)/[^/\s;|&({]+(?:/${PERSONAL})?|var/backups?)${ALL}|)`;
/** As TREE, without what may well belong to one person or program. */
const SYSTEM =
  re`/(?:\*|\.|(?:bin|boot|dev|etc|lib|lib32|lib64|proc|root|run|sbin|sys|usr|var|home|system|library|private|` +
  re`usr/(?:bin|lib|lib64|sbin|share)|var/(?:lib|log)|etc/(?:ssh|pam\.d|systemd|ssl))${ALL}|)`;
const FILE = any(
  re`/etc/(?:passwd|shadow|group|gshadow|sudoers|fstab|crypttab|hosts|resolv\.conf|nsswitch\.conf|ld\.so\.(?:conf|cache)|machine-id|inittab)-?${END}`,
  re`/(?:bin|sbin)/(?:(?:ba|da|z)?sh|sudo|su|login|init|rm|ls|mount|systemctl|passwd)${END}`,
  re`/lib(?:64|/x86_64-linux-gnu|/aarch64-linux-gnu)?/(?:ld-linux|libc[.-]|libpam)`,
  re`/systemd/systemd${END}`,
  re`[ \t]/boot/[a-z0-9*._-]`,
  re`[ \t]/(?:etc|(?:usr/)?(?:s?bin|lib(?:32|64)?))/\.?\*${END}`,
);
/** Conditions of find that leave nearly everything in. */
const UNFILTERED =
  re`(?:(?:-(?:xdev|mount|depth|d|print|print0|follow|o|a|not|true)|!|-(?:max|min)depth \d+|-type [a-z,]+|` +
  re`-i?(?:name|path) [*./]+|-size [+-]0[a-z]*|-[acm](?:time|min) [+-]0|-user [^\s;|&({]+|-perm [^\s;|&({]+) )*`;

export const posixDeleteRules = rules('posix', [
  [
    'posix_recursive_delete',
    'deletes the system, a part of it or a whole home',
    [
      `${command('rm srm trash rimraf')}${ARGUMENTS}${RECURSIVE}${ARGUMENTS}${TREE}${END}`,
      `${command('rm srm')}${ARGUMENTS}${TREE}${ARGUMENTS}${RECURSIVE}${END}`,
    ],
  ],
  ['posix_preserve_root', 'deletes everything on the PC (the root folder)', '--no-preserve-root'],
  [
    'posix_hidden_delete',
    'deletes the root folder with a command that hides its name',
    [
      re`[)\x60}*?\]$][a-z0-9_]*[ \t]+-(?:rf|fr|r[ \t]+-f|f[ \t]+-r)[a-z]*[ \t]+(?:--[ \t]+)?/+\*?${STOP}`,
      re`${command('rm')}${ARGUMENTS}${RECURSIVE}[ \t]+(?:--[ \t]+)?\$[ \t]+(?:printf|echo|base64|xxd|tr|rev)[ \t]`,
    ],
  ],
  [
    'posix_find_delete',
    'deletes the system, a part of it or a whole home',
    [
      re`${command('find')} (?:-[a-z]+ )*${TREE} ${UNFILTERED}(?:-delete|-(?:exec|ok)(?:dir)? (?:[^\s;|&({]*/)?(?:rm|shred|unlink|mv|dd|truncate|chmod))`,
      re`${command('find')} (?:-[a-z]+ )*${TREE} ${UNFILTERED}\|[ \t]*xargs`,
    ],
  ],
  [
    'posix_tree_loop',
    'deletes the system, a part of it or a whole home',
    [
      re`${command('ls echo printf find')} (?:[-%]\S+ )*${TREE}[ \t]*\|${LINE}(?:rm|unlink|shred)[ \t]`,
      re`${command('rsync')}${ARGUMENTS}--delete[a-z-]*${ARGUMENTS}${TREE}${STOP}`,
      re`(?:rmtree|rmsync|rm_rf|remove_tree|removeall|deletedirectory)[\s(,:]+${TREE}${END}`,
      re`(?:unlink|rmdir|remove)[\s(,:]+glob[\s(,:]+(?:/${END}|${TREE}${END})`,
      re`os\.(?:remove|unlink|rmdir|removedirs)[^\n]*(?:glob|listdir|walk|scandir)[\s(,:.]+(?:i?glob[\s(]+)?${TREE}${END}`,
      re`array_map[\s(,:]+unlink[\s(,:]+glob[\s(,:]+${TREE}${END}`,
      re`${command('tar')}${ARGUMENTS}--remove-files${ARGUMENTS}${TREE}${END}`,
      re`${command('tar')}${ARGUMENTS}${TREE}${ARGUMENTS}--remove-files${END}`,
      re`${command('remove-item')}${ARGUMENTS}-r[a-z]*${ARGUMENTS}${TREE}${END}`,
      re`${command('remove-item')}${ARGUMENTS}${TREE}${ARGUMENTS}-r[a-z]*${END}`,
    ],
  ],
  [
    'posix_move_tree',
    'moves a part of the system away',
    re`${command('mv')}[ \t]+(?:-[^\s;|&({]+[ \t]+)*${SYSTEM}${END}`,
  ],
  [
    'posix_system_file',
    'removes or empties a file that the system cannot start without',
    [
      re`${command('rm unlink shred truncate mv srm')}(?:[ \t]${GAP})?${FILE}`,
      re`(?:^|[^2&>])>[ \t]*/(?:etc/(?:fstab|crypttab|nsswitch\.conf|inittab)${END}|boot/[^\s]|(?:usr/)?s?bin/[^\s])`,
      re`(?:^|[\n;|&({])[ \t]*(?:(?:echo|:|true|cat[ \t]+/dev/null)[ \t]*)?>[ \t]*/etc/(?:resolv\.conf|hosts|hostname|group|nsswitch\.conf)${END}`,
      re`${command('cp cat ln dd')}${ARGUMENTS}(?:if=)?/dev/null[ \t](?:${GAP}[ \t>])?(?:of=)?${FILE}`,
      re`${command('tee')}[ \t]${GAP}/boot/`,
    ],
  ],
  [
    'posix_tree_permissions',
    'changes owner or permissions of the whole system',
    [
      `${command('chmod chown chgrp setfacl chattr chcon')}${ARGUMENTS}${RECURSIVE}${ARGUMENTS}${SYSTEM}${END}`,
      `${command('chmod chown chgrp chattr')}${ARGUMENTS}${SYSTEM}${ARGUMENTS}${RECURSIVE}${END}`,
      re`${command('chmod')}[ \t]+(?:-[^\s;|&({]+[ \t]+)*(?:0+|(?:a|ugo)?-[rwx]+|(?:a|ugo)?=)[ \t]+${SYSTEM}${END}`,
      re`${command('find')} ${SYSTEM} ${GAP}-exec(?:dir)? (?:chmod|chown)${END}`,
    ],
  ],
  [
    'posix_container_root',
    'gives a container the whole disk of the PC to write to',
    [
      re`${command('docker podman nerdctl')}${ARGUMENTS}(?:-v|--volume)[= \t]+/:[^\s:;|&({]+(?:${END}|:(?:rw|z))`,
      re`${command('docker podman nerdctl')}${ARGUMENTS}--mount[= \t]+[^\s;|&({]*(?:source|src)=/,`,
    ],
  ],
  [
    'posix_fork_bomb',
    'starts processes without end',
    [
      re`\(\s*\)\s*\{\s*[^\s|}]+\s*\|\s*[^\s&}]+\s*&[\s;]*\}`,
      re`\(\s*\)\s*\{\s*[a-z0-9_:.]+\s*&\s*[a-z0-9_:.]+\s*&`,
      re`fork\s+while\s+(?:fork|1|true)`,
      re`while[\s(]+(?:true|1)[\s):][^\n]*fork`,
      re`\$0\s*[&|]\s*\$0\s*&`,
    ],
  ],
  [
    'posix_mass_encrypt',
    'encrypts or overwrites files in bulk as ransomware does',
    [
      re`${command('find')} /(?:(?:home|users|srv|mnt|media|var|root)[^\s;|&({]*)? ${LINE}(?:-exec(?:dir)?|xargs) ${LINE}(?:gpg|openssl|ccrypt|7z|shred|zip -[a-z]*[ep])${END}`,
      re`${COMMAND}${oneOf('7z zip')}${ARGUMENTS}(?:-p[^\s]|--password)${GAP}[ \t](?:-sdel|-m|--move)${END}`,
      re`${command('gpg gpg2 openssl ccrypt age 7z')}[ \t]${GAP}/(?:home|users|srv|mnt|media)/[^\s;|&({]*\*`,
      re`while[ \t]+(?:ifs=\s*)?read${TEXT}/dev/(?:u?random|zero)[^\n;|]*>[ \t]*["']?\$`,
    ],
  ],
]);
