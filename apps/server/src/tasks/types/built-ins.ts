import {
  AGENT_PRESETS,
  AGENT_TYPE_LIMITS,
  AGENT_WORKING_DIR,
  TOOL_CLASSES,
  type AgentPresetId,
} from '@kenny/contract';
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

/** What the presets run: no door, and nobody but the server, needs to know. */
const PRESET_PROGRAMS: Readonly<
  Record<AgentPresetId, Pick<BuiltIn, 'description' | 'command' | 'paths'>>
> = {
  'claude-agent': {
    description: 'The Claude agent of Anthropic.',
    command: ['claude-agent-acp'],
    paths: everywhere('~/.claude.json', '~/.claude'),
  },
  'gemini-cli': {
    description: 'The Gemini agent of Google.',
    command: ['gemini', '--acp'],
    paths: everywhere('~/.gemini/oauth_creds.json', '~/.gemini/settings.json'),
  },
  codex: {
    description: 'The Codex agent of OpenAI.',
    command: ['codex-acp'],
    paths: everywhere('~/.codex/auth.json', '~/.codex/config.toml'),
  },
  opencode: {
    description: 'opencode, with the models that its own configuration names.',
    command: ['opencode', 'acp'],
    paths: {
      linux: [
        '${XDG_DATA_HOME}/opencode/auth.json',
        '~/.local/share/opencode/auth.json',
        '~/.config/opencode',
      ],
      windows: ['%LOCALAPPDATA%\\opencode\\auth.json', '~\\.local\\share\\opencode\\auth.json'],
      macos: ['~/.local/share/opencode/auth.json', '~/.config/opencode'],
    },
  },
};

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
  ...AGENT_PRESETS.map(({ id, name, install }) => ({
    ...DEFAULTS,
    ...{ id, name, install, runtime: 'process' as const, capabilities: CAPABILITIES },
    ...PRESET_PROGRAMS[id],
  })),
];
