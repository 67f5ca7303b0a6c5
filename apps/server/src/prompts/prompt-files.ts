import { SERVER_FILES } from '@kenny/contract';
import { Inject, Injectable } from '@nestjs/common';
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { KennyError } from '../kernel/index.js';
import { faultOf, readConfined, type FileText } from './confined-file.js';
import { frontMatterOf, type FrontMatter } from './front-matter.js';

export const PROMPT_LIMITS = {
  /** Bytes of a prompt or a skill. */
  file: 100_000,
  /** Bytes of AGENTS.md, which goes into every request. */
  agents: 32 * 1024,
  /** Characters of a prompt with its arguments. */
  expanded: 200_000,
  /** Files of one kind. */
  files: 200,
  /** Characters of a description or a hint. */
  words: 300,
} as const;

/** What clients themselves understand behind a slash. */
const RESERVED = new Set([
  ...['clear', 'clone', 'compact', 'exit', 'export', 'fork', 'help', 'login', 'logout', 'memory'],
  ...['model', 'new', 'quit', 'reasoning', 'reload', 'rename', 'resume', 'session', 'settings'],
  ...['skills', 'stats', 'tools'],
]);

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const SLASH = /^\/(\S+)(?:\s+([\s\S]*))?$/;
const ARGUMENTS = /\$ARGUMENTS/g;
const SKILL_FILE = 'SKILL.md';
const MARKDOWN = '.md';

/** Paths are relative to the data folder: where that lies is nobody's business. */
export interface PromptFile {
  /** Without the slash. */
  readonly command: string;
  readonly description: string;
  readonly argument_hint: string | null;
  readonly path: string;
}

export interface SkillFile {
  readonly name: string;
  readonly description: string;
  readonly path: string;
}

/** A file that is there and not used, and why. */
export interface RefusedFile {
  readonly path: string;
  readonly reason: string;
}

export interface Listing<T> {
  /** By name. */
  readonly items: readonly T[];
  readonly refused: readonly RefusedFile[];
}

interface WithBody {
  readonly body: string;
}
type PromptText = PromptFile & WithBody;
type SkillText = SkillFile & WithBody;

interface Entries {
  readonly entries: readonly Dirent[];
  readonly refused: readonly RefusedFile[];
}

interface Read extends FrontMatter {
  /** The file's or folder's own. */
  readonly name: string;
  readonly path: string;
}

/**
 * What whoever runs this server has written for its chat: prompts to be called by a slash, skills that
 * a model reads when it needs them, and notes for every conversation. Read anew at each call.
 */
@Injectable()
export class PromptFiles {
  private readonly root: string;

  constructor(@Inject(APP_CONFIG) { dataDir }: Pick<AppConfig, 'dataDir'>) {
    this.root = dataDir;
  }

  async prompts(): Promise<Listing<PromptFile>> {
    const { items, refused } = await this.readPrompts();
    return { items: items.map(({ body: _body, ...prompt }) => prompt), refused };
  }

  /**
   * The prompt with every `$ARGUMENTS` replaced, and nothing else.
   * @param command with or without its slash
   * @throws KennyError `not_found`, `bad_args` when it becomes too long
   */
  async expand(command: string, args = ''): Promise<{ command: string; text: string }> {
    const name = command.replace(/^\//, '');
    const { items } = await this.readPrompts();
    const prompt = items.find((one) => one.command === name);
    if (!prompt) throw new KennyError('not_found', `Unknown prompt template: ${name.slice(0, 64)}`);
    return { command: name, text: filled(prompt, args) };
  }

  /**
   * A message that calls a prompt by a slash, expanded; any other message as it is.
   * @throws KennyError `bad_args` when it becomes too long
   */
  async expandInput(input: string): Promise<string> {
    const [, name = '', args = ''] = SLASH.exec(input.trim()) ?? [];
    if (!NAME.test(name)) return input;
    const { items } = await this.readPrompts();
    const prompt = items.find(({ command }) => command === name);
    return prompt ? filled(prompt, args) : input;
  }

  async skills(): Promise<Listing<SkillFile>> {
    const { items, refused } = await this.readSkills();
    return { items: items.map(({ body: _body, ...skill }) => skill), refused };
  }

  /** @throws KennyError `not_found` */
  async readSkill(name: string): Promise<{ name: string; text: string }> {
    const { items } = await this.readSkills();
    const skill = items.find((one) => one.name === name);
    if (!skill) throw new KennyError('not_found', `there is no skill "${name.slice(0, 64)}"`);
    return { name, text: skill.body };
  }

  /** Null when there is none, or nothing in it. */
  async agentsFile(): Promise<FileText> {
    const file = await readConfined(this.root, '', SERVER_FILES.agentsFile, PROMPT_LIMITS.agents);
    return file && 'text' in file && file.text.trim() === '' ? null : file;
  }

  private async readPrompts(): Promise<Listing<PromptText>> {
    const place = SERVER_FILES.prompts;
    const { entries, refused } = await entriesOf(this.root, place);
    const names = entries
      .filter((entry) => !entry.isDirectory() && entry.name.endsWith(MARKDOWN))
      .map(({ name }) => ({ name: name.slice(0, -MARKDOWN.length), file: name }));
    const files = [...refused, ...(await this.readAll(place, names))];
    return listed<PromptText>(files, ({ name, path, fields, body }) => {
      if (RESERVED.has(name.toLowerCase())) return { refused: 'its name is a command of its own' };
      const hint = wordsIn(fields, 'argument-hint');
      const description = wordsIn(fields, 'description') ?? firstLineOf(body);
      return { name, item: { command: name, description, argument_hint: hint, path, body } };
    });
  }

  private async readSkills(): Promise<Listing<SkillText>> {
    const place = SERVER_FILES.skills;
    const { entries, refused } = await entriesOf(this.root, place);
    const names = entries
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
      .map(({ name }) => ({ name, file: join(name, SKILL_FILE) }));
    const files = [...refused, ...(await this.readAll(place, names))];
    return listed<SkillText>(files, ({ name: folder, path, fields, body }) => {
      const name = wordsIn(fields, 'name') ?? folder;
      const description = wordsIn(fields, 'description') ?? firstLineOf(body);
      return { name, item: { name, description, path, body } };
    });
  }

  private async readAll(
    place: string,
    names: readonly { name: string; file: string }[],
  ): Promise<(Read | RefusedFile)[]> {
    const all: (Read | RefusedFile)[] = [];
    for (const { name, file } of names) {
      const path = `${place}/${file}`;
      if (all.length >= PROMPT_LIMITS.files) {
        all.push({ path, reason: `there are more than ${PROMPT_LIMITS.files} of them` });
        break;
      }
      const found = await readConfined(this.root, place, file, PROMPT_LIMITS.file);
      if (!found) continue;
      const matter = 'text' in found ? frontMatterOf(found.text) : found;
      all.push('refused' in matter ? { path, reason: matter.refused } : { name, path, ...matter });
    }
    return all;
  }
}

/** Measured before it is made: each place takes all of the arguments. */
function filled({ command, body }: PromptText, args: string): string {
  const places = body.match(ARGUMENTS)?.length ?? 0;
  const length = body.length + places * args.length;
  if (length > PROMPT_LIMITS.expanded) {
    const { expanded: most } = PROMPT_LIMITS;
    throw new KennyError('bad_args', `/${command} becomes longer than ${most} characters`);
  }
  // A function: `$&` and the like are somebody's words here.
  return body.replaceAll(ARGUMENTS, () => args);
}

/** Each with a name that fits and that no other has, in whatever case. */
function listed<T>(
  files: readonly (Read | RefusedFile)[],
  judge: (file: Read) => { name: string; item: T } | { refused: string },
): Listing<T> {
  const items: T[] = [];
  const refused: RefusedFile[] = [];
  const seen = new Set<string>();
  for (const file of files) {
    if ('reason' in file) {
      refused.push(file);
      continue;
    }
    const { path } = file;
    const judged = judge(file);
    if ('refused' in judged) refused.push({ path, reason: judged.refused });
    else if (!NAME.test(judged.name)) {
      refused.push({ path, reason: 'its name may have letters, digits, - and _ only' });
    } else if (seen.has(judged.name.toLowerCase())) {
      refused.push({ path, reason: 'another one has this name' });
    } else {
      seen.add(judged.name.toLowerCase());
      items.push(judged.item);
    }
  }
  return { items, refused };
}

/** Sorted by name, alike on every system; nothing when the folder is not there. */
async function entriesOf(root: string, place: string): Promise<Entries> {
  try {
    const entries = await readdir(join(root, place), { withFileTypes: true });
    return { entries: entries.sort((a, b) => (a.name < b.name ? -1 : 1)), refused: [] };
  } catch (error) {
    const fault = faultOf(error);
    const refused = fault === null ? [] : [{ path: place, reason: fault.refused }];
    return { entries: [], refused };
  }
}

function wordsIn(fields: FrontMatter['fields'], name: string): string | null {
  const value = fields[name];
  return typeof value === 'string' && value.trim() !== '' ? asLine(value) : null;
}

function firstLineOf(body: string): string {
  const line = body.split('\n').find((one) => one.trim() !== '') ?? '';
  return asLine(line.replace(/^#+\s*/, ''));
}

function asLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, PROMPT_LIMITS.words).toWellFormed();
}
