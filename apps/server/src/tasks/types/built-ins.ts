import { AGENT_TYPE_LIMITS, AGENT_WORKING_DIR, TOOL_CLASSES } from '@kenny/contract';
import type { AgentType } from './agent-type.js';

/** Begins the source of a mount that lies in the home of the type's agents; no file can say so. */
export const HOME_MOUNT = '{home}';

/** Files and folders by which a program, or a login of it, is noticed; one that exists is enough. */
export interface InstallationPaths {
  readonly linux: readonly string[];
  readonly windows: readonly string[];
  readonly macos: readonly string[];
}

export interface BuiltIn extends AgentType {
  readonly paths: InstallationPaths;
  /** How its command is installed. */
  readonly install: string;
}

export const DEFAULTS = {
  description: '',
  working_dir: AGENT_WORKING_DIR,
  memory_mb: AGENT_TYPE_LIMITS.memoryMb.default,
  cpu_cores: AGENT_TYPE_LIMITS.cpuCores.default,
  timeout_s: AGENT_TYPE_LIMITS.timeoutS.default,
  capabilities: [],
  // Nothing runs on a server before somebody who owns it has said so.
  enabled: false,
  required_env: [],
  mounts: [],
  workspace: null,
  permissions: 'ask',
  classes: TOOL_CLASSES,
  env: {},
  image: null,
  built_in: true,
} as const;

const CAPABILITIES = [
  ...['code_generation', 'code_review', 'refactoring', 'testing', 'shell_execution'],
];

/** The same places below the home on every system. */
const everywhere = (...paths: string[]): InstallationPaths => ({
  linux: paths,
  windows: paths,
  macos: paths,
});

/** What kenny knows by itself. A type of the file with the same id takes its place. */
export const BUILT_INS: readonly BuiltIn[] = [
  {
    ...DEFAULTS,
    id: 'augment-agent',
    name: 'Augment Agent',
    description: 'Coding agent of Augment: Auggie with agentctl, in a container.',
    runtime: 'docker',
    command: [],
    image: 'kandev/augment-agent:latest',
    capabilities: CAPABILITIES,
    required_env: ['AUGMENT_SESSION_AUTH', 'TASK_DESCRIPTION'],
    mounts: [`${HOME_MOUNT}/.augment/sessions:/root/.augment/sessions:rw`],
    paths: everywhere(),
    install: 'build dockerfiles/augment-agent',
  },
  {
    ...DEFAULTS,
    id: 'claude-agent',
    name: 'Claude',
    description: 'The Claude agent of Anthropic.',
    runtime: 'process',
    command: ['claude-agent-acp'],
    capabilities: CAPABILITIES,
    paths: everywhere('~/.claude.json', '~/.claude'),
    install: 'npm install -g @agentclientprotocol/claude-agent-acp',
  },
  {
    ...DEFAULTS,
    id: 'gemini-cli',
    name: 'Gemini CLI',
    description: 'The Gemini agent of Google.',
    runtime: 'process',
    command: ['gemini', '--acp'],
    capabilities: CAPABILITIES,
    paths: everywhere('~/.gemini/oauth_creds.json', '~/.gemini/settings.json'),
    install: 'npm install -g @google/gemini-cli',
  },
  {
    ...DEFAULTS,
    id: 'codex',
    name: 'Codex',
    description: 'The Codex agent of OpenAI.',
    runtime: 'process',
    command: ['codex-acp'],
    capabilities: CAPABILITIES,
    paths: everywhere('~/.codex/auth.json', '~/.codex/config.toml'),
    install: 'npm install -g @agentclientprotocol/codex-acp',
  },
  {
    ...DEFAULTS,
    id: 'opencode',
    name: 'opencode',
    description: 'opencode, with the models that its own configuration names.',
    runtime: 'process',
    command: ['opencode', 'acp'],
    capabilities: CAPABILITIES,
    paths: {
      linux: [
        '${XDG_DATA_HOME}/opencode/auth.json',
        '~/.local/share/opencode/auth.json',
        '~/.config/opencode',
      ],
      windows: ['%LOCALAPPDATA%\\opencode\\auth.json', '~\\.local\\share\\opencode\\auth.json'],
      macos: ['~/.local/share/opencode/auth.json', '~/.config/opencode'],
    },
    install: 'npm install -g opencode-ai',
  },
];
