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
const STORES = any(
  ...['login data', 'login data for account', 'web data', 'key[34]\\.db', 'logins\\.json'],
  ...['logins-backup\\.json', 'cookies\\.sqlite', 'signons\\.sqlite', 'cookies'],
);
const LINUX_BROWSERS = any(
  ...['google-chrome', 'chromium', 'microsoft-edge', 'bravesoftware', 'brave', 'opera', 'vivaldi'],
  ...['firefox', 'org\\.mozilla', 'com\\.google\\.chrome', 'com\\.brave', 'org\\.chromium'],
  ...['com\\.microsoft\\.edge', 'io\\.gitlab\\.librewolf', 'yandex-browser'],
);
const SECRET_FILES = any(
  ...[
    'id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?',
    '[^/]*\\.(?:ppk|kdbx?|pfx|p12)',
    '\\.netrc',
    '_netrc',
  ],
  ...[
    '\\.git-credentials',
    '\\.pgpass',
    '\\.my\\.cnf',
    '\\.vault-token',
    '\\.npmrc',
    '\\.pypirc',
    '\\.docker/config\\.json',
  ],
);

export const PATH_RULES: readonly Rule[] = rules('path', [
  [
    'path_registry_hive',
    'is a hive of the registry, which holds password hashes',
    [
      re`/system32/config(?:/|$)|/windows/repair(?:/|$)`,
      re`/(?:ntuser\.dat|usrclass\.dat|amcache\.hve)[^/]*$`,
      re`/(?:sam|system|security)\.(?:sav|save|old|bak|hiv|hive)$`,
    ],
  ],
  ['path_directory_database', 'is the database of a domain', re`/(?:windows/)?ntds(?:\.dit|/|$)`],
  [
    'path_windows_secrets',
    'holds credentials of Windows',
    [
      re`/microsoft/(?:credentials|protect|vault|crypto|ngc|systemcertificates)(?:/|$)`,
      re`/(?:unattend|sysprep|autounattend)\.(?:xml|inf)$|/windows/(?:panther|servicestate)(?:/|$)`,
    ],
  ],
  [
    'path_key_folder',
    'holds private keys',
    re`/\.(?:ssh|gnupg|aws|azure|kube|password-store)(?:/|$)`,
  ],
  ['path_private_key', 'is a private key or a store of passwords', `/${SECRET_FILES}$`],
  [
    'path_browser_store',
    "is a browser's store of passwords, cookies or history",
    [
      re`/user data(?:/|$)|/opera software(?:/|$)`,
      re`/(?:\.mozilla|mozilla/firefox|\.?thunderbird|\.?librewolf|\.?waterfox|mozilla/seamonkey)(?:/|$)`,
      re`/(?:\.config|snap|\.var/app)/${LINUX_BROWSERS}[^/]*(?:/|$)`,
      re`/library/(?:safari|cookies|keychains)(?:/|$)`,
      re`/library/application support/(?:google|firefox|microsoft edge|bravesoftware|com\.operasoftware|arc|vivaldi)(?:/|$)`,
      re`/${STORES}(?:-wal|-journal|-shm)?$`,
      re`/\.local/share/(?:keyrings|kwalletd)(?:/|$)`,
    ],
  ],
  [
    'path_password_file',
    'holds password hashes or keys, or says who may become root',
    [
      re`/etc/(?:g?shadow[^/]*|sudoers[^/]*|master\.passwd[^/]*|security/opasswd|krb5\.keytab|ppp/(?:chap|pap)-secrets)(?:/|$)`,
      re`/var/db/dslocal(?:/|$)|/etc/ssh/ssh_host_[^/]*_key$`,
      re`/etc/(?:ssl/private|pki/tls/private|letsencrypt/(?:archive|live)|wireguard|wpa_supplicant|networkmanager/system-connections)(?:/|$)`,
      re`/(?:etc/credstore(?:\.encrypted)?|run/(?:secrets|credentials))(?:/|$)`,
    ],
  ],
  [
    'path_typed_commands',
    'is a record of typed commands, which often holds passwords',
    re`/\.(?:ba|z|k|fi)?sh_history$|/\.(?:mysql|psql|python|node_repl)_history$|/consolehost_history\.txt$`,
  ],
  ['path_process', 'shows the inside of a process', re`^/proc/(?:[0-9]+|self|thread-self)(?:/|$)`],
  [
    'path_kernel',
    'shows the memory of the kernel or a device',
    [
      re`^/proc/(?:kcore|kmem|kallsyms|kpage[a-z]*|sysrq-trigger|keys|key-users|vmcore|mem)(?:/|$)`,
      re`^/sys/(?:kernel|firmware)(?:/|$)|^/dev(?:/|$)|^/\.vol(?:/|$)`,
    ],
  ],
  [
    'path_shadow_copy',
    'is an old copy of a volume, where other rules would not see it',
    re`/(?:globalroot|harddiskvolumeshadowcopy[0-9]*|system volume information)(?:/|$)`,
  ],
  [
    'path_own_files',
    'belongs to kenny itself',
    re`/(?:${OWN_FILES.map(escape).join('|')})(?:-wal|-shm|-journal)?$`,
  ],
]);
