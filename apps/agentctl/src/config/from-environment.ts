import {
  AGENTCTL_ENV,
  AGENTCTL_ENV_PREFIX,
  AGENTCTL_LIMITS,
  type AgentctlEnvName,
} from '@kenny/contract/agentctl';
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { errorCode, messageOf } from '../errors/error-code.js';
import { LOG_LEVELS } from '../logging/log.js';
import { ConfigProblems, type AgentctlConfig } from './agentctl-config.js';
import { commandWords } from './command-words.js';
import { isLoopback } from './loopback.js';
import { isToken, TOKEN_WORDS } from './token.js';

const TRUE_OR_FALSE: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  false: false,
  '0': false,
};

/**
 * The configuration of a sidecar that was started by itself.
 * @throws ConfigProblems with everything that is wrong
 */
export function fromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  folder: string,
): AgentctlConfig {
  const read = new Reader(environment);
  read.refuseUnknown();
  const host = read.host();
  const token = read.token();
  if (!isLoopback(host) && token === undefined) {
    read.problem('AGENTCTL_HOST', 'is not loopback, so AGENTCTL_TOKEN_FILE is required');
  }
  const config: AgentctlConfig = {
    host,
    port: read.whole('AGENTCTL_PORT', 0, 65_535),
    token,
    command: { words: read.words(), cwd: read.folder(folder), env: forTheAgent(environment) },
    autoStart: read.oneOf('AGENTCTL_AUTO_START', TRUE_OR_FALSE) ?? false,
    logLevel: read.oneOf('AGENTCTL_LOG_LEVEL', LEVELS) ?? 'info',
    outputLines: read.whole('AGENTCTL_OUTPUT_BUFFER_SIZE', 1, AGENTCTL_LIMITS.outputLines),
  };
  if (read.problems.length > 0) throw new ConfigProblems(read.problems);
  return Object.freeze(config);
}

const LEVELS = Object.fromEntries(LOG_LEVELS.map((level) => [level, level]));

function forTheAgent(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && !name.startsWith(AGENTCTL_ENV_PREFIX)) passed[name] = value;
  }
  return passed;
}

class Reader {
  readonly problems: string[] = [];

  constructor(private readonly environment: Readonly<Record<string, string | undefined>>) {}

  problem(name: string, words: string): void {
    this.problems.push(`${name} ${words}`);
  }

  refuseUnknown(): void {
    for (const name of Object.keys(this.environment)) {
      if (name.startsWith(AGENTCTL_ENV_PREFIX) && !Object.hasOwn(AGENTCTL_ENV, name)) {
        this.problem(name, `is not known; there are ${Object.keys(AGENTCTL_ENV).join(', ')}`);
      }
    }
  }

  whole(name: AgentctlEnvName, min: number, max: number): number {
    const text = this.text(name) ?? '';
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    this.problem(name, `must be a whole number from ${min} to ${max}`);
    return min;
  }

  oneOf<T>(name: AgentctlEnvName, values: Readonly<Record<string, T>>): T | undefined {
    const text = this.text(name) ?? '';
    if (Object.hasOwn(values, text)) return values[text];
    this.problem(name, `must be one of ${Object.keys(values).join(', ')}`);
    return undefined;
  }

  host(): string {
    const host = this.text('AGENTCTL_HOST') ?? '';
    if (isIP(host) !== 0 || host === 'localhost') return host;
    this.problem('AGENTCTL_HOST', 'must be an IP address or localhost');
    return 'localhost';
  }

  token(): string | undefined {
    const file = this.text('AGENTCTL_TOKEN_FILE');
    if (file === undefined) return undefined;
    try {
      const token = readFileSync(file, 'utf8').trim();
      if (isToken(token)) return token;
      this.problem('AGENTCTL_TOKEN_FILE', `must hold a token of ${TOKEN_WORDS}`);
    } catch (error) {
      this.problem(
        'AGENTCTL_TOKEN_FILE',
        `cannot be read (${errorCode(error) || messageOf(error)})`,
      );
    }
    // Counted as given: that it is missing is not a second problem.
    return '';
  }

  words(): string[] {
    const words = commandWords(this.text('AGENTCTL_AGENT_COMMAND') ?? '');
    if (words?.[0]) return words;
    const why = words ? 'names no program' : 'has a quote that is not closed';
    this.problem('AGENTCTL_AGENT_COMMAND', why);
    return [];
  }

  folder(own: string): string {
    const name = this.text('AGENTCTL_WORKDIR');
    const folder = resolve(own, name ?? own);
    const found = statSync(folder, { throwIfNoEntry: false });
    if (name === '' || (name !== undefined && !found?.isDirectory())) {
      this.problem('AGENTCTL_WORKDIR', `is no folder: ${JSON.stringify(folder)}`);
    }
    return folder;
  }

  private text(name: AgentctlEnvName): string | undefined {
    return this.environment[name] ?? AGENTCTL_ENV[name].default;
  }
}
