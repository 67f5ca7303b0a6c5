import {
  ENV,
  fileKeyOf,
  flagOf,
  unknownEnvNames,
  type EnvName,
  type EnvVariable,
} from '@kenny/contract/agent';
import { resolve } from 'node:path';
import { readNamedFile } from '../platform/state-files.js';

/** Problems with the configuration, one sentence each, never with a secret's value. */
export type Problems = string[];

/** A value and its source, for error messages. */
export interface Setting {
  value: string;
  source: string;
  /** `secret_file`: read from a file that a `_FILE` name points to. */
  origin: 'flag' | 'environment' | 'config' | 'secret_file';
}

export type Settings = Partial<Record<EnvName, Setting>>;

export interface SettingSources {
  /** By variable name, with `_FILE` forms. */
  flags: Readonly<Record<string, string | undefined>>;
  env: Readonly<Record<string, string | undefined>>;
  /** Parsed `kenny-agent.config.json`; keys as `fileKeyOf` gives them. */
  file: Readonly<Record<string, unknown>>;
  fileName: string;
}

const FILE_SUFFIX = '_FILE';
const SECRET_FILE_BYTES = 64 * 1024;

/** Settings of the agent: each is an environment variable, a flag and a key of the file. */
export const AGENT_VARIABLES: readonly EnvName[] = Object.entries<EnvVariable>(ENV)
  .filter(([, { readers }]) => readers.includes('agent'))
  .map(([name]) => name as EnvName);

/** The same with `_FILE` forms, for flags and file keys. */
export const AGENT_NAMES: readonly string[] = AGENT_VARIABLES.flatMap((name) =>
  takesFile(name) ? [name, name + FILE_SUFFIX] : [name],
);

/** Flag over environment over file; unknown names and wrong types are problems. */
export async function gatherSettings(
  sources: SettingSources,
): Promise<{ settings: Settings; secretFiles: string[]; problems: Problems }> {
  const problems: Problems = [
    ...unknownEnvNames(sources.env).map((name) => `${name} is not a kenny variable`),
    ...unknownKeys(sources),
  ];
  const settings: Settings = {};
  for (const name of AGENT_VARIABLES) {
    const setting = await firstSetting(name, sources, problems);
    if (setting) settings[name] = setting;
  }
  return { settings, secretFiles: secretFiles(sources), problems };
}

/** Every file that a `_FILE` name points to, even if another source wins. */
function secretFiles({ flags, env, file }: SettingSources): string[] {
  return AGENT_VARIABLES.filter(takesFile)
    .map((name) => name + FILE_SUFFIX)
    .flatMap((name) => [flags[name], env[name], file[fileKeyOf(name)]])
    .flatMap((path) => (typeof path === 'string' && path !== '' ? [resolve(path)] : []));
}

function unknownKeys({ file, fileName }: SettingSources): Problems {
  const known = new Set(AGENT_NAMES.map(fileKeyOf));
  return Object.keys(file)
    .filter((key) => !known.has(key))
    .map((key) => `${fileName}: ${JSON.stringify(key.slice(0, 64))} is not a known key`);
}

async function firstSetting(
  name: EnvName,
  { flags, env, file, fileName }: SettingSources,
  problems: Problems,
): Promise<Setting | undefined> {
  const places: [Setting['origin'], (name: string) => unknown, (name: string) => string][] = [
    ['flag', (wanted) => flags[wanted], flagOf],
    ['environment', (wanted) => env[wanted], (wanted) => wanted],
    [
      'config',
      (wanted) => file[fileKeyOf(wanted)],
      (wanted) => `${fileName}: ${fileKeyOf(wanted)}`,
    ],
  ];
  for (const [origin, valueOf, label] of places) {
    const direct = asText(valueOf(name), label(name), problems);
    const path = takesFile(name)
      ? asText(valueOf(name + FILE_SUFFIX), label(name + FILE_SUFFIX), problems)
      : undefined;
    if (direct !== undefined && path !== undefined) {
      problems.push(`${label(name)} and ${label(name + FILE_SUFFIX)} are both set; keep one`);
    }
    if (direct !== undefined) return { value: direct, source: label(name), origin };
    if (path === undefined) continue;
    const source = label(name + FILE_SUFFIX);
    const value = await readValueFile(path, source, problems);
    return value === undefined ? undefined : { value, source, origin: 'secret_file' };
  }
  return undefined;
}

/** An empty value means "not set", as in shell scripts. */
function asText(value: unknown, label: string, problems: Problems): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  problems.push(`${label} must be a text or a number`);
  return undefined;
}

async function readValueFile(
  path: string,
  label: string,
  problems: Problems,
): Promise<string | undefined> {
  const found = await readNamedFile(path, SECRET_FILE_BYTES);
  if (found.kind === 'read') return found.content.toString('utf8').trim();
  const reason = found.kind === 'missing' ? 'it is not there' : found.reason;
  problems.push(`${label} names a file that cannot be used: ${reason}`);
  return undefined;
}

function takesFile(name: EnvName): boolean {
  const variable: EnvVariable = ENV[name];
  return variable.file === true;
}
