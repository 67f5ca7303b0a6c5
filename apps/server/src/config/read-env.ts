import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ENV, unknownEnvNames, type EnvVariable } from '@kenny/contract';
import { nearest } from '@kenny/kernel';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A secret is a line; a file beyond this is a mistake (or a device). */
const LONGEST_FILE = 64 * 1024;

/**
 * The server's variables as text, with defaults and `_FILE` contents filled in. An empty variable
 * counts as not set, because shells and unit files cannot say it otherwise.
 * Problems are collected, never thrown: the operator shall see all of them at once.
 */
export function readEnv(env: Environment, cwd: string, problems: string[]): Environment {
  for (const name of unknownEnvNames(env)) {
    problems.push(`${name} is not a kenny variable; correct or remove it${suggestion(name)}`);
  }
  const values: Record<string, string> = {};
  for (const [name, variable] of Object.entries<EnvVariable>(ENV)) {
    if (!variable.readers.includes('server')) continue;
    if (variable.file && env[name]?.trim() && env[`${name}_FILE`]?.trim()) {
      problems.push(`${name} and ${name}_FILE are both set; keep one of them`);
    }
    const value = env[name]?.trim() || fromFile(name, variable, env, cwd, problems);
    const settled = value || variable.default;
    if (settled !== undefined) values[name] = settled;
  }
  return values;
}

function fromFile(
  name: string,
  variable: EnvVariable,
  env: Environment,
  cwd: string,
  problems: string[],
): string | undefined {
  const path = variable.file ? env[`${name}_FILE`]?.trim() : undefined;
  if (!path) return undefined;
  try {
    const content = readFileSync(resolve(cwd, path));
    if (content.length > LONGEST_FILE) throw new Error('it is too large');
    const text = content.toString('utf8').trim();
    if (!text) throw new Error('it is empty');
    return text;
  } catch (error) {
    problems.push(`${name}_FILE: ${path} cannot be used: ${reasonOf(error)}`);
    return undefined;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'reading it is not allowed',
  EPERM: 'it is not allowed',
  EISDIR: 'it is a folder',
  EEXIST: 'it is not a folder',
  ENOTDIR: 'a part of the path is not a folder',
  EROFS: 'the file system is read-only',
};

/** The system's reason without its own repetition of the path. */
export function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const known = 'code' in error ? REASONS[String(error.code)] : undefined;
  return known ?? ('message' in error ? String(error.message) : 'unknown trouble');
}

/** `; did you mean KENNY_PORT?` */
function suggestion(name: string): string {
  const close = nearest(name, Object.keys(ENV));
  return close ? `; did you mean ${close}?` : '';
}
