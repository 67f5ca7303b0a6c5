import { AGENT_FILES, CONTROL_FILE, PRIVATE_MARKER, SERVER_FILES } from '@kenny/contract/agent';
import { any, escape, re, rules, type Rule } from './pattern.js';

/**
 * Paths that no `fs_*` tool may touch (seed 001, design §6). They meet a path that
 * `paths/spelling.ts` has brought into one spelling: forward slashes, no drive letter in front of
 * the first slash, lower case where the system does not tell case apart.
 */
const OWN_FILES = [
  CONTROL_FILE,
  PRIVATE_MARKER,
  ...Object.entries(AGENT_FILES).flatMap(([role, name]) => (role === 'logs' ? [] : name)),
  ...[SERVER_FILES.database, SERVER_FILES.key, SERVER_FILES.id, SERVER_FILES.lock],
  ...[SERVER_FILES.auditCheckpoints, SERVER_FILES.auditSpool],
];
const CHROMIUM = oneOfFolders(
  ...['google/chrome', 'google/chrome beta', 'google/chrome sxs', 'microsoft/edge', 'chromium'],
  ...['bravesoftware/brave-browser', 'vivaldi', 'yandex/yandexbrowser', 'opera software'],
  ...['thorium', 'arc', 'iridium', '360chrome', 'cocccoc/browser', 'epic privacy browser'],
);
const STORES = any(
  ...['login data', 'login data for account', 'cookies', 'web data', 'local state', 'history'],
  ...['key[34]\\.db', 'logins\\.json', 'cookies\\.sqlite', 'signons\\.sqlite', 'places\\.sqlite'],
  ...['formhistory\\.sqlite', 'cert[89]\\.db', 'logins-backup\\.json'],
);

function oneOfFolders(...folders: readonly string[]): string {
  return any(...folders.map(escape));
}

export const PATH_RULES: readonly Rule[] = rules('path', [
  [
    'path_registry_hive',
    'is a hive of the registry, which holds password hashes',
    [
      re`/system32/config(?:/|$)`,
      re`/(?:ntuser\.dat|usrclass\.dat|amcache\.hve)(?:[^/]*)$`,
      re`/(?:sam|system|security|software|default)(?:\.(?:sav|old|log[0-9]*|bak|hiv|regtrans-ms))?$`,
      re`/windows/repair(?:/|$)|/windows/(?:system32/)?config/regback`,
    ],
  ],
  ['path_directory_database', 'is the database of a domain', re`/ntds(?:\.dit|/|$)`],
  [
    'path_windows_secrets',
    'holds credentials of Windows',
    re`/microsoft/(?:credentials|protect|vault|crypto|ngc|systemcertificates)(?:/|$)|/(?:unattend|sysprep)\.(?:xml|inf)$|/windows/panther(?:/|$)`,
  ],
  ['path_key_folder', 'holds private keys', re`/\.(?:ssh|gnupg|aws|azure|kube|password-store)(?:/|$)`],
  [
    'path_private_key',
    'is a private key or a store of passwords',
    re`/(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|[^/]*\.(?:ppk|kdbx?|pfx|p12)|\.netrc|_netrc|\.git-credentials|\.pgpass|\.my\.cnf|\.vault-token)$`,
  ],
  [
    'path_browser_store',
    'is a browser\'s store of passwords, cookies or history',
    [
      re`/(?:${CHROMIUM})(?:/user data)?(?:/|$)`,
      re`/(?:mozilla|\.mozilla|thunderbird|\.thunderbird|librewolf|\.librewolf|waterfox|zen)(?:/|$)`,
      re`/(?:\.config|snap|\.var/app)/(?:google-chrome|chromium|microsoft-edge|bravesoftware|brave|opera|vivaldi|firefox|org\.mozilla\.firefox|com\.google\.chrome|com\.brave\.browser|org\.chromium\.chromium|com\.microsoft\.edge)[^/]*(?:/|$)`,
      re`/library/(?:safari|cookies|keychains|application support/(?:google|firefox|microsoft edge|bravesoftware|com\.operasoftware\.opera))(?:/|$)`,
      re`/${STORES}(?:-wal|-journal|-shm)?$`,
      re`/\.local/share/keyrings(?:/|$)|/\.config/(?:kwalletd|gh|op)(?:/|$)`,
    ],
  ],
  [
    'path_password_file',
    'holds password hashes or says who may become root',
    [
      re`^(?:/private)?/etc/(?:g?shadow[^/]*|sudoers[^/]*|master\.passwd[^/]*|security/opasswd|krb5\.keytab)(?:/|$)`,
      re`^(?:/private)?/var/db/dslocal(?:/|$)|^/etc/ssh/ssh_host_[^/]*_key$|^/etc/(?:ssl/private|wireguard|netplan|networkmanager/system-connections|ppp/(?:chap|pap)-secrets)(?:/|$)`,
    ],
  ],
  [
    'path_process',
    'shows the inside of a process',
    re`^/proc/(?:[0-9]+|self|thread-self)(?:/|$)`,
  ],
  [
    'path_kernel',
    'shows the memory of the kernel or a device',
    re`^/proc/(?:kcore|kmem|kallsyms|kpage[a-z]*|sysrq-trigger|keys|key-users|vmcore|mem)(?:/|$)|^/sys/(?:kernel|firmware)(?:/|$)|^/dev(?:/|$)`,
  ],
  [
    'path_shadow_copy',
    'is an old copy of a volume, where other rules would not see it',
    re`/(?:globalroot|harddiskvolumeshadowcopy[0-9]*|system volume information)(?:/|$)`,
  ],
  ['path_pipe', 'is a pipe', re`/(?:pipe|mailslot)/`],
  [
    'path_own_files',
    'belongs to kenny itself',
    re`/(?:${OWN_FILES.map(escape).join('|')})(?:-wal|-shm|-journal)?$`,
  ],
]);
