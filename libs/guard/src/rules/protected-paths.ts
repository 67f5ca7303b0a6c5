import { AGENT_FILES, CONTROL_FILE, PRIVATE_MARKER, SERVER_FILES } from '@kenny/contract/agent';
import { any, escape, re } from './pattern.js';
import { APPLICATION_SECRETS, type ProtectedPath } from './secret-stores.js';

const OWN_FILES = [
  CONTROL_FILE,
  PRIVATE_MARKER,
  ...Object.entries(AGENT_FILES).flatMap(([role, name]) => (role === 'logs' ? [] : name)),
  ...[SERVER_FILES.database, SERVER_FILES.key, SERVER_FILES.id, SERVER_FILES.lock],
  ...[SERVER_FILES.auditCheckpoints, SERVER_FILES.auditSpool, SERVER_FILES.oldAuditSpool],
  SERVER_FILES.auditGap,
  ...[SERVER_FILES.firstToken, SERVER_FILES.firstMcpCommand],
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

export const PROTECTED_PATHS: readonly ProtectedPath[] = [
  // First, so that a file of ours is refused as ours whatever else its name says.
  {
    id: 'path_own_files',
    reason: 'belongs to kenny itself',
    patterns: [
      re`/(?:${OWN_FILES.map(escape).join('|')})(?:-wal|-shm|-journal)?$`,
      // Where our guides put what the server is configured with.
      re`/etc/kenny(?:/|$)|/kenny/secrets(?:/|$)`,
    ],
    kind: 'secret',
    places: [
      ...[AGENT_FILES.key, AGENT_FILES.journal, AGENT_FILES.policy].flatMap((name) => [
        `/var/lib/kenny-agent/${name}`,
        `/ProgramData/kenny/${name}`,
      ]),
      ...[SERVER_FILES.key, SERVER_FILES.database].map((name) => `/var/lib/kenny/${name}`),
      ...['admin-token', 'server.env', 'key.pem'].map((name) => `/etc/kenny/${name}`),
      '/opt/kenny/secrets/admin-token',
    ],
  },
  {
    id: 'path_registry_hive',
    reason: 'is the part of the Windows registry that holds stored passwords',
    patterns: [
      re`/system32/config(?:/|$)|/windows/repair(?:/|$)`,
      re`/(?:ntuser\.dat|usrclass\.dat|amcache\.hve)[^/]*$`,
      re`/(?:sam|system|security)\.(?:sav|save|old|bak|hiv|hive)$`,
    ],
    kind: 'secret',
    places: ['/Windows/System32/config/SAM', '/Windows/repair/sam', '/Users/anna/NTUSER.DAT'],
  },
  {
    id: 'path_directory_database',
    reason: 'holds all accounts of a company network (domain)',
    patterns: re`/(?:windows/)?ntds(?:\.dit|/|$)`,
    kind: 'secret',
    places: ['/Windows/NTDS/ntds.dit'],
  },
  {
    id: 'path_windows_secrets',
    reason: 'holds passwords that Windows stores',
    patterns: [
      re`/microsoft/(?:credentials|protect|vault|crypto|ngc|systemcertificates|wlansvc)(?:/|$)`,
      re`/(?:unattend|sysprep|autounattend)\.(?:xml|inf)$|/windows/(?:panther|servicestate)(?:/|$)`,
      re`/preferences/(?:groups|services|scheduledtasks|datasources|drives|printers)/[^/]*\.xml$`,
    ],
    kind: 'secret',
    places: [
      '/Users/anna/AppData/Roaming/Microsoft/Credentials/x',
      '/Users/anna/AppData/Roaming/Microsoft/Protect/x',
      '/ProgramData/Microsoft/Wlansvc/Profiles/x',
      '/Windows/Panther/unattend.xml',
    ],
  },
  {
    id: 'path_key_folder',
    reason: 'holds private keys',
    patterns: re`/\.(?:ssh|gnupg|aws|azure|kube|password-store|putty|vnc|oci|age)(?:/|$)`,
    kind: 'secret',
    places: ['/root', '/home/anna', '/Users/anna'].flatMap((home) =>
      ['.ssh/id_rsa', '.ssh/id_ed25519', '.gnupg/x', '.aws/credentials', '.kube/config'].map(
        (name) => `${home}/${name}`,
      ),
    ),
  },
  ...APPLICATION_SECRETS,
  {
    id: 'path_browser_store',
    reason: "is a browser's store of passwords, cookies or history",
    patterns: [
      re`/user data(?:/|$)|/opera software(?:/|$)|/local storage/leveldb(?:/|$)`,
      re`/(?:\.mozilla|mozilla/firefox|\.?thunderbird|\.?librewolf|\.?waterfox|mozilla/seamonkey)(?:/|$)`,
      re`/(?:\.config|snap|\.var/app)/${LINUX_BROWSERS}[^/]*(?:/|$)`,
      re`/library/(?:safari|cookies|keychains)(?:/|$)`,
      re`/library/application support/(?:google|firefox|microsoft edge|bravesoftware|com\.operasoftware|arc|vivaldi)(?:/|$)`,
      re`/${STORES}(?:-wal|-journal|-shm)?$`,
      re`/\.local/share/(?:keyrings|kwalletd)(?:/|$)`,
    ],
    kind: 'secret',
    places: [
      '/Users/anna/AppData/Local/Google/Chrome/User Data/Default/Login Data',
      '/Users/anna/AppData/Roaming/Mozilla/Firefox/Profiles/x/logins.json',
      '/home/anna/.mozilla/firefox/x/key4.db',
      '/home/anna/.config/google-chrome/Default/Cookies',
      '/home/anna/.local/share/keyrings/login.keyring',
      '/Users/anna/Library/Keychains/login.keychain-db',
    ],
  },
  {
    id: 'path_password_file',
    reason: 'holds password hashes or keys, or says who may become root',
    patterns: [
      re`/etc/(?:g?shadow[^/]*|sudoers[^/]*|master\.passwd[^/]*|security/opasswd|krb5\.keytab|ppp/(?:chap|pap)-secrets)(?:/|$)`,
      re`/backups?/(?:[^/]*/)*g?shadow[^/]*$|/g?shadow(?:-|~|\.(?:bak|old|orig|save|backup|copy))$`,
      re`/var/db/dslocal(?:/|$)|/ssh/ssh_host_[^/]*_key$`,
      re`/etc/(?:ssl/private|pki/tls/private|letsencrypt/(?:archive|live)|wireguard|wpa_supplicant|networkmanager/system-connections)(?:/|$)`,
      re`/(?:etc|run|lib)/netplan(?:/|$)|/iwd/[^/]*\.(?:psk|8021x|open)$|/etc/(?:ipsec\.secrets|swanctl/private)(?:/|$)`,
      re`/(?:etc/credstore(?:\.encrypted)?|run/(?:secrets|credentials))(?:/|$)`,
    ],
    kind: 'secret',
    places: [
      '/etc/shadow',
      '/etc/gshadow',
      '/etc/sudoers',
      '/etc/krb5.keytab',
      '/var/backups/shadow.bak',
      '/etc/ssh/ssh_host_ed25519_key',
      '/ProgramData/ssh/ssh_host_ed25519_key',
      '/etc/ssl/private/x.key',
      '/etc/letsencrypt/live/x/privkey.pem',
      '/etc/wireguard/wg0.conf',
      '/etc/NetworkManager/system-connections/x',
      '/etc/netplan/01-netcfg.yaml',
      '/var/lib/iwd/x.psk',
      '/run/secrets/x',
    ],
  },
  {
    id: 'path_typed_commands',
    reason: 'is a record of typed commands, which often holds passwords',
    patterns: re`/\.(?:ba|z|k|fi)?sh_history$|/\.(?:mysql|psql|python|node_repl)_history$|/consolehost_history\.txt$`,
    kind: 'secret',
    places: ['/root/.bash_history', '/home/anna/.bash_history', '/home/anna/.zsh_history'],
  },
  {
    id: 'path_process',
    reason: 'shows the memory of a running program',
    patterns: re`^/proc/(?:[0-9]+|self|thread-self)(?:/|$)`,
    kind: 'view',
    places: ['/proc/1/environ', '/proc/self/environ'],
  },
  {
    id: 'path_kernel',
    reason: 'shows the memory of the system or of a device',
    patterns: [
      re`^/proc/(?:kcore|kmem|kallsyms|kpage[a-z]*|sysrq-trigger|keys|key-users|vmcore|mem)(?:/|$)`,
      re`^/sys/(?:kernel|firmware)(?:/|$)|^/dev(?:/|$)|^/\.vol(?:/|$)`,
    ],
    kind: 'view',
    places: ['/proc/kcore', '/dev/mem'],
  },
  {
    id: 'path_shadow_copy',
    reason: 'is an old copy of a drive, where other rules would not see it',
    patterns: re`/(?:globalroot|harddiskvolumeshadowcopy[0-9]*|system volume information)(?:/|$)`,
    kind: 'secret',
    places: ['/System Volume Information/x'],
  },
];
