import { AGENT_FILES, CONTROL_FILE } from '@kenny/contract/agent';

/** One place that no `fs_*` tool may touch. Patterns meet the path with `/` and in lower case. */
export interface PathRule {
  readonly id: string;
  readonly reason: string;
  readonly pattern: RegExp;
}

const rule = (id: string, reason: string, pattern: RegExp): PathRule => ({ id, reason, pattern });
const names = (...list: readonly string[]) =>
  list.map((name) => name.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');

/** The agent's own secrets and its memory; `logs` may be read. */
const OWN_FILES = names(
  AGENT_FILES.key,
  AGENT_FILES.config,
  AGENT_FILES.policy,
  AGENT_FILES.journal,
  AGENT_FILES.lastControl,
  CONTROL_FILE,
);

/** On every system: what a stolen copy of would hurt most (seed 001). */
export const COMMON_PATHS: readonly PathRule[] = [
  rule('path.ssh', 'SSH keys and known hosts', /\/\.ssh(\/|$)/),
  rule('path.gnupg', 'GnuPG keys', /\/\.gnupg(\/|$)/),
  rule(
    'path.agent_files',
    'files of the kenny agent itself',
    new RegExp(`/(${OWN_FILES})([.~-][^/]*)?$`),
  ),
  rule(
    'path.chromium',
    'a browser store with passwords, cookies or history',
    /\/(google|chrome|google-chrome[^/]*|chromium[^/]*|microsoft-edge[^/]*|edge|brave-browser|bravesoftware|vivaldi|opera software|opera)(\/[^/]+)*\/(login data|cookies|web data|history|local state)[^/]*(\/|$)/,
  ),
  rule(
    'path.firefox',
    'a browser store with passwords, cookies or history',
    /\/(firefox|librewolf|thunderbird|\.mozilla|\.thunderbird)(\/[^/]+)*\/(logins\.json|key[34]\.db|cookies\.sqlite|places\.sqlite|signons\.sqlite)[^/]*$/,
  ),
  rule(
    'path.keyring',
    'a store of passwords',
    /\/(\.local\/share\/keyrings|\.password-store|\.kube|\.aws|\.docker\/config\.json|\.netrc|\.git-credentials|\.pgpass)(\/|$)/,
  ),
  rule(
    'path.shell_history',
    'a record of typed commands',
    /\/\.(ba|z|k|fi)?sh_history$|\/\.(mysql|psql|python|node_repl)_history$/,
  ),
];

export const POSIX_PATHS: readonly PathRule[] = [
  rule(
    'path.shadow',
    'password hashes',
    /^\/(private\/)?etc\/(g?shadow|master\.passwd|security\/opasswd)[^/]*$/,
  ),
  rule('path.sudoers', 'who may become root', /^\/(private\/)?etc\/sudoers([^/]*|\.d(\/.*)?)$/),
  rule('path.ssh_host_keys', 'keys of this host', /^\/etc\/ssh\/ssh_host_[^/]*key$/),
  rule(
    'path.tls_keys',
    'private keys of this host',
    /^\/etc\/(ssl|pki\/tls)\/private(\/|$)|^\/etc\/letsencrypt\/(archive|live)(\/|$)/,
  ),
  rule(
    'path.proc',
    'memory and environment of running programs',
    /^\/proc\/(\d+|self|thread-self)(\/|$)/,
  ),
  rule(
    'path.kernel_memory',
    'memory of the kernel',
    /^\/proc\/(kcore|kmem|kallsyms|kpage[^/]*|vmcore)$/,
  ),
  rule('path.sys_kernel', 'the inside of the kernel', /^\/sys\/(kernel|firmware)(\/|$)/),
  rule('path.dev', 'devices', /^\/dev(\/|$)/),
  rule(
    'path.secrets',
    'secrets handed to services',
    /^\/run\/(secrets|credentials)(\/|$)|^\/var\/run\/(secrets|credentials)(\/|$)/,
  ),
  rule(
    'path.credentials',
    'secrets handed to services',
    /^\/etc\/(credstore(\.encrypted)?|NetworkManager\/system-connections|wpa_supplicant|krb5\.keytab)(\/|$)/i,
  ),
  rule('path.keychain', 'a store of passwords', /^\/(users\/[^/]+\/)?library\/keychains(\/|$)/),
];

export const WINDOWS_PATHS: readonly PathRule[] = [
  rule(
    'path.hive',
    'a registry hive',
    /\/system32\/config(\/|$)|\/(ntuser|usrclass)\.dat[^/]*$|\/repair\/(sam|system|security)[^/]*$/,
  ),
  rule(
    'path.regback',
    'a copy of a registry hive',
    /\/(sam|security|system)(\.(sav|save|bak|old|hiv|hive|log\d?))?$/,
  ),
  rule('path.ntds', 'the directory of all passwords', /\/ntds\.dit[^/]*$|\/windows\/ntds(\/|$)/),
  rule(
    'path.dpapi',
    'a store of keys and passwords',
    /\/microsoft\/(protect|credentials|crypto|vault)(\/|$)/,
  ),
  rule('path.shadow_copy', 'a shadow copy', /globalroot|harddiskvolumeshadowcopy/),
  rule(
    'path.unattend',
    'passwords of an unattended set-up',
    /\/(unattend|autounattend|sysprep)\.(xml|inf)$/,
  ),
];
