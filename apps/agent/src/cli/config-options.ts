import { ENV, EXIT_CODES, flagOf, type EnvVariable } from '@kenny/contract/agent';
import { Option, type Command } from 'commander';
import {
  AGENT_NAMES,
  isConnectionConfig,
  loadConfig,
  missingForConnection,
  type AgentConfig,
  type ConnectionConfig,
} from '../config/index.js';
import { CommandFailure } from './command-failure.js';
import type { BroughtSettings } from './installer-settings.js';
import type { Terminal } from './terminal.js';

type Values = Readonly<Record<string, unknown>>;

const INSECURE = 'allow an unencrypted connection beyond this PC';

/** Adds `--state-dir`, `--config`, `--insecure` and one flag for every variable the agent reads. */
export function addConfigOptions(command: Command): Command {
  command
    .option('--state-dir <folder>', 'where the agent keeps its key, journal and logs')
    .option('--config <file>', 'configuration file')
    .option('--insecure', INSECURE);
  for (const name of AGENT_NAMES) command.addOption(optionFor(name));
  return command;
}

/** @throws CommandFailure that lists every problem */
export async function configOf(values: Values, terminal: Terminal): Promise<AgentConfig> {
  const { config, problems } = await load(values, terminal);
  if (problems.length > 0) throw new CommandFailure(problems, EXIT_CODES.usage);
  return config;
}

/** The same for commands that talk to the server. */
export async function connectionConfigOf(
  values: Values,
  terminal: Terminal,
  brought: BroughtSettings = NOTHING,
): Promise<ConnectionConfig> {
  const { config, problems } = await load(values, terminal, brought);
  const all = [...problems, ...missingForConnection(config)];
  if (all.length > 0 || !isConnectionConfig(config)) {
    throw new CommandFailure(all, EXIT_CODES.usage);
  }
  return config;
}

const NOTHING: BroughtSettings = { values: {}, insecure: false };

function load(values: Values, { env }: Terminal, brought = NOTHING): ReturnType<typeof loadConfig> {
  const flags = AGENT_NAMES.map((name) => {
    const typed = textOf(values[optionFor(name).attributeName()]);
    return [name, typed ?? brought.values[name]] as const;
  });
  return loadConfig(
    {
      stateDir: textOf(values['stateDir']),
      config: textOf(values['config']),
      insecure: values['insecure'] === true || brought.insecure,
      values: Object.fromEntries(flags),
    },
    env,
  );
}

function optionFor(name: string): Option {
  const known: Readonly<Record<string, EnvVariable | undefined>> = ENV;
  const variable = known[name];
  const about = variable?.meaning ?? 'file that holds it';
  const fallback = variable?.default === undefined ? '' : `; default ${variable.default}`;
  return new Option(`${flagOf(name)} <value>`, `${about} (${name}${fallback})`);
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;
