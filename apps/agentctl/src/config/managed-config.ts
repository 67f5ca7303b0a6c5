import { AGENTCTL_ENV, AGENTCTL_LIMITS } from '@kenny/contract/agentctl';
import { isObject } from '@kenny/kernel';
import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import { ConfigProblems, type AgentctlConfig } from './agentctl-config.js';
import { isToken, TOKEN_WORDS } from './token.js';

const FIELDS = ['token', 'command', 'cwd', 'env', 'output_lines', 'host', 'port'];
const LOOPBACK = '127.0.0.1';
const { managedWords, outputLines } = AGENTCTL_LIMITS;

/**
 * The configuration of a sidecar that kenny's server has started, from the line on its stdin. What is
 * wrong is said without its values: they are secrets.
 * @throws ConfigProblems with everything that is wrong
 */
export function managedConfig(line: string): AgentctlConfig {
  const given = parse(line);
  const problems = Object.keys(given)
    .filter((name) => !FIELDS.includes(name))
    .map((name) => `${JSON.stringify(name.slice(0, 100))} is not a field`);
  const check = <T>(
    ok: (value: unknown) => value is T,
    name: string,
    words: string,
  ): T | undefined => {
    const value = given[name];
    if (ok(value)) return value;
    problems.push(`${name} must be ${words}`);
    return undefined;
  };
  const token = check(isTokenValue, 'token', TOKEN_WORDS);
  const words = check(
    isCommand,
    'command',
    `a list of 1 to ${managedWords} texts, the first not empty`,
  );
  const cwd = check(isFolder, 'cwd', 'an absolute path');
  const env = check(isEnvironment, 'env', `an object of at most ${managedWords} texts`);
  given['output_lines'] ??= Number(AGENTCTL_ENV.AGENTCTL_OUTPUT_BUFFER_SIZE.default);
  const lines = check(isLineCount, 'output_lines', `a whole number from 1 to ${outputLines}`);
  given['host'] ??= LOOPBACK;
  given['port'] ??= 0;
  const host = check(isAddress, 'host', 'an IP address');
  const port = check(isPort, 'port', 'a whole number from 0 to 65535');
  if (
    port === undefined ||
    !host ||
    problems.length > 0 ||
    !token ||
    !words ||
    !cwd ||
    !env ||
    !lines
  ) {
    throw new ConfigProblems(problems);
  }
  return Object.freeze<AgentctlConfig>({
    host,
    port,
    token,
    command: { words, cwd, env },
    autoStart: false,
    logLevel: 'info',
    outputLines: lines,
  });
}

function parse(line: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new ConfigProblems(['the line on stdin is no JSON']);
  }
  if (!isObject(value)) throw new ConfigProblems(['the line on stdin must be a JSON object']);
  return value;
}

/** The kernel ends a text there. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && !value.includes('\0');

const isTokenValue = (value: unknown): value is string =>
  typeof value === 'string' && isToken(value);

const isCommand = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length <= managedWords &&
  value.every(isText) &&
  value[0] !== undefined &&
  value[0] !== '';

const isFolder = (value: unknown): value is string => isText(value) && isAbsolute(value);

const isEnvironment = (value: unknown): value is Record<string, string> =>
  isObject(value) &&
  Object.keys(value).length <= managedWords &&
  Object.entries(value).every(([name, text]) => /^[^=\0]+$/.test(name) && isText(text));

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && isIP(value) !== 0;

const isPort = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 65_535;

const isLineCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= outputLines;
