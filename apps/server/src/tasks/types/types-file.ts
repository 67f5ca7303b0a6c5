import { AGENT_TYPE_LIMITS, checkWith, type AgentTypeEntry, type Issue } from '@kenny/contract';
import { httpValidators } from '@kenny/contract/http-validators';
import { isObject } from '@kenny/kernel';
import { constants } from 'node:fs';
import { open, realpath, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AgentType } from './agent-type.js';
import { BUILT_INS, DEFAULTS } from './built-ins.js';

/** What the file says; with a problem it says nothing, because half of it might be wrong too. */
export interface FileReading {
  readonly types: readonly AgentType[];
  readonly problems: readonly string[];
}

const SHAPE = 'file:agent_types';
const { problems: MOST_PROBLEMS, problem: LONGEST_PROBLEM } = AGENT_TYPE_LIMITS;
const NOTHING: FileReading = { types: [], problems: [] };
const OTHERS_MAY_WRITE = 0o022;

/**
 * Reads the file that alone says what may run on the server. It is refused when anybody but its owner
 * may write it: whoever can, runs programs as the server.
 * @param mustExist somebody has named it
 */
export async function readTypesFile(file: string, mustExist: boolean): Promise<FileReading> {
  const text = await privateText(file);
  if (text === null) return mustExist ? problem('it is not there') : NOTHING;
  return typeof text === 'string' ? parseTypes(text) : problem(text.refused);
}

/** Where the file lies is not for everybody who may read the list. */
const problem = (text: string): FileReading => ({
  types: [],
  problems: [text.slice(0, LONGEST_PROBLEM)],
});

async function privateText(file: string): Promise<string | { refused: string } | null> {
  let handle: FileHandle;
  try {
    // A pipe must not be waited for.
    handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = isObject(error) ? String(error['code']) : 'unknown reason';
    return code === 'ENOENT' ? null : { refused: `it cannot be read (${code})` };
  }
  try {
    const found = await handle.stat();
    if (!found.isFile()) return { refused: 'it is no file' };
    if (found.size > AGENT_TYPE_LIMITS.fileBytes) {
      return { refused: `it is larger than ${AGENT_TYPE_LIMITS.fileBytes} bytes` };
    }
    const open = await openTo(file, found);
    if (open !== null) return { refused: open };
    const buffer = Buffer.alloc(AGENT_TYPE_LIMITS.fileBytes);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

interface Owned {
  readonly mode: number;
  readonly uid: number;
}

/** Why somebody else could change the file or put another in its place; null when nobody can. */
async function openTo(file: string, found: Owned): Promise<string | null> {
  if (!process.getuid) return null;
  if (isOpen(found)) return 'others may write it; chmod 0600 it, owned by the user of the server';
  for (const folder of new Set([dirname(file), dirname(await realpath(file))])) {
    if (isOpen(await stat(folder))) {
      return 'others may write its folder; chmod go-w it, or move the file';
    }
  }
  return null;
}

function isOpen({ mode, uid }: Owned): boolean {
  return (mode & OTHERS_MAY_WRITE) !== 0 || (uid !== 0 && uid !== process.getuid?.());
}

/** The types of a text, or everything that is wrong with it. */
export function parseTypes(text: string): FileReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return problem(`it is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const problems = shapeProblems(value);
  if (problems.length > 0) return { types: [], problems };
  const { types } = value as { types: AgentTypeEntry[] };
  const wrong = types.flatMap((entry, place) => meaningProblems(entry, place, types));
  return wrong.length > 0
    ? { types: [], problems: wrong.slice(0, MOST_PROBLEMS) }
    : { types: types.map(completed), problems: [] };
}

/** The validator stops at the first problem, so what it named is taken out and it is asked again. */
function shapeProblems(value: unknown): string[] {
  const copy: unknown = structuredClone(value);
  const problems: string[] = [];
  while (problems.length < MOST_PROBLEMS) {
    const [issue] = checkWith(httpValidators, SHAPE, copy);
    if (!issue) return problems;
    const where = issue.path === '$' ? '' : `${issue.path}: `;
    problems.push((where + issue.message).slice(0, LONGEST_PROBLEM));
    if (!withoutIssue(copy, issue)) return problems;
  }
  return problems;
}

/** False when the whole is wrong: nothing more can be said of it. */
function withoutIssue(whole: unknown, { path, message }: Issue): boolean {
  const parts = path === '$' ? [] : path.split('.');
  const unknown = /^unknown key "(.*)"$/.exec(message)?.[1];
  const missing = /required property '([^']+)'/.exec(message)?.[1];
  const names = [...parts, ...(unknown === undefined ? [] : [unknown])];
  if (missing !== undefined) return set(whole, [...parts, missing], missing === 'types' ? [] : 'x');
  const last = names.at(-1);
  if (last === undefined) return false;
  // What an entry must have is made right, all else is taken out.
  const isNeeded = names.length === 3 && (last === 'id' || last === 'name');
  return set(whole, names, isNeeded ? 'x' : undefined);
}

function set(whole: unknown, names: readonly string[], value: unknown): boolean {
  let at: unknown = whole;
  for (const name of names.slice(0, -1)) {
    at = isObject(at) || Array.isArray(at) ? Reflect.get(at, name) : undefined;
  }
  const last = names.at(-1);
  if (last === undefined) return false;
  if (Array.isArray(at)) return at.splice(Number(last), 1).length > 0;
  if (!isObject(at)) return false;
  if (value !== undefined) return Reflect.set(at, last, value);
  return last in at && Reflect.deleteProperty(at, last);
}

function meaningProblems(
  entry: AgentTypeEntry,
  place: number,
  all: readonly AgentTypeEntry[],
): string[] {
  const { id, runtime, command, image, required_env } = completed(entry);
  const where = `types.${place}`;
  return [
    all.findIndex((other) => other.id === id) < place && `${where}.id: ${id} is there twice`,
    runtime === 'process' && command.length === 0 && `${where}.command: a process needs one`,
    runtime === 'process' && entry.image !== undefined && `${where}.image: a process has none`,
    runtime === 'docker' && image === null && `${where}.image: a container needs one`,
    command.some((word) => word.includes('\0')) && `${where}.command: a zero byte`,
    new Set(required_env).size < required_env.length && `${where}.required_env: a name twice`,
  ].filter((text) => text !== false);
}

/** Of one that kenny knows by itself, what is left out stays as kenny knows it. */
function completed(entry: AgentTypeEntry): AgentType {
  const { description, runtime, command, image, working_dir, ...known } = knownAs(entry.id);
  return {
    id: entry.id,
    name: entry.name,
    description: entry.description ?? description,
    runtime: entry.runtime ?? runtime,
    command: entry.command ?? command,
    image: entry.image ?? image,
    working_dir: entry.working_dir ?? working_dir,
    memory_mb: entry.memory_mb ?? known.memory_mb,
    cpu_cores: entry.cpu_cores ?? known.cpu_cores,
    timeout_s: entry.timeout_s ?? known.timeout_s,
    capabilities: entry.capabilities ?? known.capabilities,
    enabled: entry.enabled ?? true,
    required_env: entry.required_env ?? known.required_env,
    mounts: entry.mounts ?? known.mounts,
    workspace: entry.workspace ?? null,
    permissions: entry.permissions ?? known.permissions,
    classes: entry.classes ?? known.classes,
    env: entry.env ?? {},
    built_in: false,
  };
}

function knownAs(id: string): Omit<AgentType, 'id' | 'name'> {
  return (
    BUILT_INS.find((type) => type.id === id) ?? { ...DEFAULTS, runtime: 'process', command: [] }
  );
}
