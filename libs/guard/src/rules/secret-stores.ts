import { any, re } from './pattern.js';

/**
 * Paths that no tool may read, defined once: `path.ts` turns them into rules for the `fs_*` tools,
 * and everything that judges files, globs, folders or words derives from them (seed 001, design
 * §6).
 */
export interface ProtectedPath {
  readonly id: string;
  /** Completes "this path …". */
  readonly reason: string;
  /**
   * Meet a path in one spelling (`paths/spelling.ts`): forward slashes, no drive letter in front of
   * the first slash, without regard to case.
   */
  readonly patterns: string | readonly string[];
  /**
   * `secret`: the content is worth stealing, by whatever program reads it. `view`: only file tools
   * keep out; programs use it all day (`/dev/null`, `/proc/self/fd`).
   */
  readonly kind: 'secret' | 'view';
  /** Where such files usually lie, in full: what a wildcard or a folder above would cover. */
  readonly places: readonly string[];
}

/** Files by which programs log in somewhere; the name alone says so, wherever they lie. */
const SECRET_FILES = any(
  ...['id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?', '[^/]*\\.(?:ppk|kdbx?|pfx|p12|jks|keystore|ovpn)'],
  ...['[^/]*key[^/]*\\.(?:pem|der)', '[^/]*\\.key', '[._]netrc', '\\.git-credentials', '\\.pgpass'],
  ...['\\.my\\.cnf', '\\.vault-token', '\\.npmrc', '\\.yarnrc\\.yml', '\\.pypirc', '\\.s3cfg'],
  ...['\\.boto', '\\.passwd-s3fs', '\\.smbcredentials', '\\.htpasswd', '\\.fetchmailrc'],
  ...['\\.?msmtprc', '\\.mbsyncrc', '\\.offlineimaprc', '\\.dockercfg', 'sasl_passwd(?:\\.db)?'],
);
/** `name.env` and `.env`, with the endings that frameworks know; `.env.example` holds nothing. */
const ENVIRONMENT_FILE = re`[^/]*\.env(?:\.(?:local|production|prod|development|dev|staging|test))*`;

/** Programs' files at a fixed place below a home folder. */
const PROGRAM_FILES = any(
  ...['\\.docker/config\\.json', 'containers/auth\\.json', 'git/credentials', 'gh/hosts\\.yml'],
  ...['github cli/hosts\\.yml', '\\.config/(?:hub|glab-cli/config\\.yml)', 'rclone/rclone\\.conf'],
  ...[
    '\\.cargo/credentials(?:\\.toml)?',
    '\\.gem/credentials',
    '\\.m2/settings(?:-security)?\\.xml',
  ],
  ...['\\.gradle/gradle\\.properties', '\\.?composer/auth\\.json', 'nuget/nuget\\.config'],
  ...[
    '\\.terraform\\.d/credentials\\.tfrc\\.json',
    'sops/age/keys\\.txt',
    '\\.purple/accounts\\.xml',
  ],
  ...['davfs2/secrets', 'mysql/debian\\.cnf', 'exim4/passwd\\.client', 'doctl/config\\.yaml'],
);
/** Programs whose whole folder is about logging in somewhere. */
const PROGRAM_FOLDERS = any(
  ...['gcloud', '\\.?config/(?:op|1password|bitwarden|sops|borg/keys|github-copilot|remmina)'],
  ...['\\.local/share/remmina', '\\.remmina', 'bitwarden', '1password', '\\.minikube'],
);
/** Where clients of models keep their tokens, ours among them. */
const MODEL_CLIENTS = any(
  ...['\\.claude\\.json(?:\\.backup[^/]*)?', '\\.claude/\\.credentials\\.json', '\\.?mcp\\.json'],
  ...['claude_desktop_config\\.json', '\\.codex/(?:auth\\.json|config\\.toml)'],
  ...[
    '\\.gemini/(?:oauth_creds|settings)\\.json',
    'mcp_config\\.json',
    'state\\.vscdb(?:\\.backup)?',
  ],
);

/** Stores of passwords, keys and tokens that programs keep. */
export const APPLICATION_SECRETS: readonly ProtectedPath[] = [
  {
    id: 'path_private_key',
    reason: 'is a private key or a store of passwords',
    patterns: `/${SECRET_FILES}$`,
    kind: 'secret',
    places: ['/root/.netrc', '/home/anna/.netrc', '/home/anna/.pgpass', '/home/anna/.npmrc'],
  },
  {
    id: 'path_environment_file',
    reason: 'holds settings of a program, where its passwords and keys stand',
    patterns: `/${ENVIRONMENT_FILE}$`,
    kind: 'secret',
    places: ['/srv/app/.env', '/home/anna/app/.env'],
  },
  {
    id: 'path_program_login',
    reason: 'is what a program logs in with',
    patterns: [
      `/${PROGRAM_FILES}$`,
      `/${PROGRAM_FOLDERS}(?:/|$)`,
      re`/(?:filezilla/(?:sitemanager|recentservers|filezilla)\.xml|winscp\.ini|confcons\.xml|[^/]*\.rdg)$`,
      re`/(?:k3s|rke2)\.yaml$|/etc/kubernetes/[^/]*\.conf$|/[^/]*\.?kubeconfig$`,
    ],
    kind: 'secret',
    places: [
      '/root/.docker/config.json',
      '/home/anna/.docker/config.json',
      '/home/anna/.config/gh/hosts.yml',
      '/home/anna/.config/rclone/rclone.conf',
      '/home/anna/.config/gcloud/credentials.db',
      '/home/anna/.config/filezilla/sitemanager.xml',
      '/Users/anna/AppData/Roaming/FileZilla/sitemanager.xml',
      '/Users/anna/AppData/Roaming/WinSCP.ini',
      '/etc/rancher/k3s/k3s.yaml',
      '/etc/kubernetes/admin.conf',
    ],
  },
  {
    id: 'path_model_client',
    reason: 'is where an AI program keeps its tokens',
    patterns: `/${MODEL_CLIENTS}$`,
    kind: 'secret',
    places: [
      '/root/.claude.json',
      '/home/anna/.claude.json',
      '/home/anna/.claude/.credentials.json',
      '/home/anna/.codex/auth.json',
      '/home/anna/.cursor/mcp.json',
    ],
  },
];
