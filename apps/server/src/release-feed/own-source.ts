import type { KennySource, NewerVersion } from '@kenny/contract';
import { SECOND_MS, type Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { CLOCK, runProgram, type Said } from '../kernel/index.js';
import { FeedAnswer } from './look-trouble.js';
import { parseFeed } from './feed-document.js';

/** DI token of the folder that kenny runs from. */
export const SOURCE_FOLDER = Symbol('SOURCE_FOLDER');

/** The workspace, as seen from the compiled file and from its source alike. */
export const WORKSPACE: string = fileURLToPath(new URL('../../../..', import.meta.url));

/** What starts these can update them as well (ADR 0110). */
const STARTED_FROM_SOURCE = ['npm-start', 'autostart'];
const GIT_MS = { reading: 10 * SECOND_MS, asking: 60 * SECOND_MS } as const;
const LONGEST_REASON = 200;
const LONGEST_ADDRESS = 500;
const LONGEST_VERSION = 64;
const BRANCH_FORMAT =
  '%(upstream:remotename)%00%(upstream)%00%(objectname)%00%(committerdate:iso-strict)';

interface Branch {
  readonly remote: string;
  readonly upstream: string;
  readonly commit: string;
  readonly source: KennySource;
}

/** The git checkout that this kenny runs from, where whoever starts it can update it. */
@Injectable()
export class OwnSource {
  private branch: Branch | null = null;

  constructor(
    @Inject(SOURCE_FOLDER) private readonly folder: string,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'demo' | 'places' | 'runsAs'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Before anything else is asked of it. */
  async open(): Promise<void> {
    const { demo, runsAs } = this.config;
    const hasStarter = runsAs !== null && STARTED_FROM_SOURCE.includes(runsAs) && !demo;
    if (hasStarter) this.branch = await this.find();
  }

  /** Null: it is none, or has no branch that follows another one. */
  get here(): KennySource | null {
    return this.branch?.source ?? null;
  }

  /** The commit that this kenny was started from. */
  get commit(): string | null {
    return this.branch?.commit ?? null;
  }

  /**
   * What is newer where it came from, after asking there.
   * @throws FeedAnswer in words
   */
  async newest(signal?: AbortSignal): Promise<NewerVersion | null> {
    const { remote, source } = this.mustBeHere();
    const quiet = ['--quiet', '--no-tags', '--no-recurse-submodules', '--', remote];
    const { code, stderr } = await this.git(['fetch', ...quiet], GIT_MS.asking, signal);
    if (code === null) throw new FeedAnswer(`${source.address} did not answer within a minute.`);
    if (code !== 0) throw new FeedAnswer(`git could not ask ${source.address}: ${reason(stderr)}`);
    return this.known();
  }

  /** What is newer as far as this checkout was ever told. */
  async known(): Promise<NewerVersion | null> {
    if (!this.branch) return null;
    const { commit, upstream } = this.branch;
    const count = Number(await this.read('rev-list', '--count', `${commit}..${upstream}`));
    if (!(count > 0)) return null;
    const day = (await this.read('log', '-1', '--format=%cs', upstream)).trim();
    const changes = count === 1 ? '1 change' : `${count} changes`;
    return {
      version: await this.versionOf(upstream, day),
      url: null,
      notes: `${changes} since the one that runs here.`,
    };
  }

  /** Why `git pull` could not bring it here; null: it can. */
  async obstacle(): Promise<string | null> {
    const { commit, upstream } = this.mustBeHere();
    const changed = await this.read('status', '--porcelain', '--untracked-files=no');
    const file = changed.split('\n')[0]?.slice(3);
    if (file) return `${file} in kenny’s folder was changed by hand. Undo that first.`;
    const inTheWay = await this.inTheWay(commit, upstream);
    if (inTheWay)
      return `${inTheWay} is new, and in kenny’s folder somebody else’s already. Move it away first.`;
    const { code } = await this.run('merge-base', '--is-ancestor', commit, upstream);
    return code === 0
      ? null
      : 'kenny’s folder has changes of its own that its source does not have. Update it in a terminal.';
  }

  /** A file that nobody told git of, where the newer version has one of its own. */
  private async inTheWay(commit: string, upstream: string): Promise<string | undefined> {
    const added = await this.read('diff', '--name-only', '--diff-filter=A', '-z', commit, upstream);
    const own = await this.read('ls-files', '--others', '--exclude-standard', '-z');
    const known = new Set(own.split('\0'));
    return added.split('\0').find((name) => name !== '' && known.has(name));
  }

  /** `.git` of this very folder: kenny may lie inside a repository that is another program’s. */
  private async find(): Promise<Branch | null> {
    if (!existsSync(join(this.folder, '.git'))) return null;
    const head = (await this.run('symbolic-ref', '--quiet', 'HEAD')).stdout.trim();
    if (head === '') return null;
    const line = await this.run('for-each-ref', `--format=${BRANCH_FORMAT}`, head);
    const [remote, upstream, commit, at] = line.stdout.trim().split('\0');
    if (!remote || !upstream || !commit || !at) return null;
    const named = (await this.run('remote', 'get-url', '--', remote)).stdout.trim();
    if (named === '') return null;
    const address = withoutPassword(named).slice(0, LONGEST_ADDRESS);
    const committed_at = new Date(at).toISOString();
    return { remote, upstream, commit, source: { address, committed_at } };
  }

  /** Its package.json there is data: what is no version is left out. */
  private async versionOf(upstream: string, day: string): Promise<string> {
    try {
      const { version } = parseFeed(await this.read('show', `${upstream}:package.json`));
      const dated = `${version} of ${day}`;
      if (dated.length <= LONGEST_VERSION) return dated;
    } catch {
      // It names none.
    }
    return `of ${day}`;
  }

  private mustBeHere(): Branch {
    if (this.branch) return this.branch;
    throw new FeedAnswer('This kenny does not run from a folder that git can update.');
  }

  private async read(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(...args);
    if (code === 0) return stdout;
    throw new FeedAnswer(`git could not read kenny’s folder: ${reason(stderr)}`);
  }

  private run(...args: readonly string[]): Promise<Said> {
    return this.git(args, GIT_MS.reading);
  }

  private git(args: readonly string[], ms: number, signal?: AbortSignal): Promise<Said> {
    const { path, home } = this.config.places;
    const env = { PATH: path.join(delimiter), HOME: home, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' };
    const run = { env, cwd: this.folder, ms, ...(signal ? { signal } : {}) };
    return runProgram(this.clock, 'git', args, run);
  }
}

/** git says last what went wrong. */
function reason(stderr: string): string {
  const last = stderr.trim().split('\n').at(-1) ?? '';
  return (last === '' ? 'it gave no reason.' : last).slice(0, LONGEST_REASON);
}

function withoutPassword(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  [url.username, url.password] = ['', ''];
  return url.href;
}
