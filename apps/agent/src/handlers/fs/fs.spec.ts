import { CAPS, check, describeIssues, type AgentToolName } from '@kenny/contract/agent';
import type { Clock } from '@kenny/kernel';
import { PrivateFiles } from '@kenny/guard/fs';
import { FakeClock } from '@kenny/testing';
import { execFileSync } from 'node:child_process';
import { renameSync, symlinkSync } from 'node:fs';
import { chmod, link, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../../test/temporary-folder.js';
import type { ToolFailure } from '../../errors/tool-failure.js';
import type { HandlerContext, Handler } from '../../dispatch/handler.js';
import { fsList } from './fs-list.js';
import { fsRead } from './fs-read.js';
import { fsSearch } from './fs-search.js';
import type { PathGuard } from './safely.js';

const folder = temporaryFolder();
const at = (...parts: string[]): string => join(folder.path, ...parts);
const guard: PathGuard = {
  os: 'linux',
  judge: () => Promise.resolve(undefined),
  privateFiles: () => PrivateFiles.at([at('set-up-with')]),
};
const clock = new FakeClock();
const context = (): HandlerContext => ({
  signal: new AbortController().signal,
  deadlineMs: 60_000,
});

/** Runs a handler and holds its answer to the contract. */
async function run<T extends AgentToolName, R extends object>(
  tool: T,
  handler: (args: never, context: HandlerContext) => Promise<R>,
  args: object,
): Promise<R> {
  const result = await handler(args as never, context());
  expect(describeIssues(check(`result:${tool}`, structuredClone(result)))).toBe('');
  return result;
}

const list = (path: string, with_ = guard) => run('fs_list', fsList(with_), { path });
const read = (path: string, with_ = guard) => run('fs_read', fsRead(with_), { path });
const search = (
  root: string,
  pattern: string,
  handler: Handler<'fs_search'> = fsSearch(guard, clock),
) => run('fs_search', handler, { root, pattern });

async function codeOf(answer: Promise<unknown>): Promise<string> {
  const failure = (await answer.then(
    () => undefined,
    (error: unknown) => error,
  )) as ToolFailure | undefined;
  return failure?.code ?? 'it worked';
}

describe('fs_read', () => {
  it('gives the text of a file', async () => {
    await writeFile(at('a.txt'), 'Grüße\n');
    expect(await read(at('a.txt'))).toEqual({ content: 'Grüße\n', truncated: false });
  });

  it('shows bytes that are not text as such, and never fails for them', async () => {
    await writeFile(at('a.bin'), Buffer.from([0x61, 0xff, 0x00, 0xe2, 0x82]));
    expect((await read(at('a.bin'))).content).toBe('a\ufffd\u0000\ufffd');
  });

  it('cuts at a mebibyte, and not in the middle of a character', async () => {
    await writeFile(at('exact'), 'x'.repeat(CAPS.fsReadBytes));
    expect(await read(at('exact'))).toMatchObject({ truncated: false });
    await writeFile(at('long'), `${'x'.repeat(CAPS.fsReadBytes - 1)}€uro`);
    const { content, truncated } = await read(at('long'));
    expect([content.length, content.at(-1), truncated]).toEqual([CAPS.fsReadBytes - 1, 'x', true]);
  });

  it('reads files of /proc, which have no size', async () => {
    expect((await read('/proc/uptime')).content).toMatch(/^\d+\.\d+ \d+/);
  });

  it('says when there is nothing, or a folder', async () => {
    expect(await codeOf(read(at('missing')))).toBe('not_found');
    expect(await codeOf(read(at('missing', 'below')))).toBe('not_found');
    expect(await codeOf(read(folder.path))).toBe('blocked');
  });

  it('opens neither pipes nor devices', async () => {
    execFileSync('mkfifo', [at('pipe')]);
    expect(await codeOf(read(at('pipe')))).toBe('blocked');
    await symlink('/dev/zero', at('zero'));
    expect(await codeOf(read(at('zero')))).toBe('blocked');
  });

  it('does not enter a folder that holds the marker, by any way', async () => {
    await mkdir(at('private', 'deep'), { recursive: true });
    await writeFile(at('private', '.kenny-private'), '');
    await writeFile(at('private', 'deep', 'secret'), 's3cret');
    await symlink(at('private', 'deep', 'secret'), at('link'));
    await symlink(at('private'), at('door'));
    for (const path of [
      at('private', 'deep', 'secret'),
      at('link'),
      at('door', 'deep', 'secret'),
      `${folder.path}//private/./deep/secret`,
      `${folder.path}/private/../private/deep/secret`,
      `/proc/self/root${at('private', 'deep', 'secret')}`,
      `/proc/${process.pid}/root${at('private', 'deep', 'secret')}`,
      `/proc/thread-self/cwd/../../..${at('private', 'deep', 'secret')}`,
    ]) {
      expect([path, await codeOf(read(path))]).toEqual([path, 'blocked']);
    }
  });

  it('does not give away the environment of a process, ours first', async () => {
    for (const pid of ['self', 'thread-self', String(process.pid), '1']) {
      expect(await codeOf(read(`/proc/${pid}/environ`))).toBe('blocked');
    }
  });

  it('follows a link only where the guard lets it go', async () => {
    await writeFile(at('plain'), 'fine');
    await symlink(at('plain'), at('good'));
    await symlink('/etc/shadow', at('bad'));
    expect((await read(at('good'))).content).toBe('fine');
    expect(await codeOf(read(at('bad')))).toBe('blocked');
  });

  it('gives nothing of what kenny is set up with, by any name', async () => {
    await writeFile(at('set-up-with'), 's3cret', { mode: 0o644 });
    await symlink(at('set-up-with'), at('soft'));
    await link(at('set-up-with'), at('hard'));
    for (const name of ['set-up-with', 'soft', 'hard']) {
      expect([name, await codeOf(read(at(name)))]).toEqual([name, 'blocked']);
    }
    const { entries } = await list(folder.path);
    expect(entries.map(({ bytes }) => bytes)).toEqual([0, 0, 0]);
  });

  it('gives nothing of a file that holds a private key, whatever it is called', async () => {
    const key = '-----BEGIN PRIVATE KEY-----\nMC4CAQ==\n-----END PRIVATE KEY-----\n';
    await writeFile(at('notes.txt'), `server\n${key}`);
    expect(await codeOf(read(at('notes.txt')))).toBe('blocked');
  });

  it('asks the operators’ rules about where a link leads, too', async () => {
    await writeFile(at('payroll'), 'x');
    await symlink(at('payroll'), at('innocent'));
    const strict: PathGuard = {
      ...guard,
      judge: (_tool, { path }) =>
        Promise.resolve(String(path).includes('payroll') ? { message: 'refused: op' } : undefined),
    };
    expect(await codeOf(read(at('innocent'), strict))).toBe('blocked');
  });

  it('stops when the call is ended', async () => {
    await writeFile(at('a'), 'x');
    const ended = { signal: AbortSignal.abort(), deadlineMs: 1 };
    await expect(fsRead(guard)({ path: at('a') }, ended)).rejects.toThrow();
  });
});

describe('fs_list', () => {
  it('lists names, kinds and sizes, and links as what they are', async () => {
    await mkdir(at('folder'));
    await writeFile(at('file'), '12345');
    await symlink(at('folder'), at('link'));
    const { entries, truncated } = await list(folder.path);
    expect(entries.sort((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: 'file', is_dir: false, bytes: 5 },
      { name: 'folder', is_dir: true, bytes: 0 },
      { name: 'link', is_dir: false, bytes: 0 },
    ]);
    expect(truncated).toBeUndefined();
  });

  it('stops at its cap and says so', async () => {
    await mkdir(at('many'));
    const names = Array.from({ length: CAPS.fsListEntries + 1 }, (_, index) =>
      at('many', `${index}`),
    );
    await Promise.all(names.map((name) => writeFile(name, '')));
    const { entries, truncated } = await list(at('many'));
    expect([entries.length, truncated]).toEqual([CAPS.fsListEntries, true]);
  });

  it('refuses a file, a missing folder and a private one', async () => {
    await writeFile(at('file'), '');
    await mkdir(at('private'));
    await writeFile(at('private', '.kenny-private'), '');
    expect(await codeOf(list(at('file')))).toBe('exec_failed');
    expect(await codeOf(list(at('missing')))).toBe('not_found');
    expect(await codeOf(list(at('private')))).toBe('blocked');
  });
});

describe('fs_search', () => {
  beforeEach(async () => {
    await mkdir(at('tree', 'Inner'), { recursive: true });
    await writeFile(at('tree', 'Invoice.PDF'), '');
    await writeFile(at('tree', 'Inner', 'old-invoice.txt'), '');
    await writeFile(at('tree', 'Inner', 'other.txt'), '');
  });

  it('finds by a part of the name without regard to case, at any depth', async () => {
    const { matches, truncated } = await search(at('tree'), 'INVOICE');
    expect(matches).toEqual([at('tree', 'Invoice.PDF'), at('tree', 'Inner', 'old-invoice.txt')]);
    expect(truncated).toBeUndefined();
  });

  it('takes the pattern as plain text', async () => {
    expect((await search(at('tree'), '*')).matches).toEqual([]);
    expect((await search(at('tree'), '.')).matches).toHaveLength(3);
  });

  it('neither follows links nor loops', async () => {
    await symlink(at('tree'), at('tree', 'Inner', 'loop'));
    await symlink('/etc', at('tree', 'etc'));
    expect((await search(at('tree'), 'passwd')).matches).toEqual([]);
    expect((await search(at('tree'), 'other')).matches).toHaveLength(1);
  });

  it('does not look into private folders or name what the guard hides', async () => {
    await mkdir(at('tree', 'state'));
    await writeFile(at('tree', 'state', '.kenny-private'), '');
    await writeFile(at('tree', 'state', 'find-me'), '');
    await mkdir(at('tree', '.ssh'));
    await writeFile(at('tree', '.ssh', 'find-me'), '');
    expect((await search(at('tree'), 'find-me')).matches).toEqual([]);
    expect(await codeOf(search(at('tree', 'state'), 'find-me'))).toBe('blocked');
  });

  it('stops at its cap and says so', async () => {
    await mkdir(at('many'));
    const names = Array.from({ length: CAPS.fsSearchMatches + 1 }, (_, i) => at('many', `m${i}`));
    await Promise.all(names.map((name) => writeFile(name, '')));
    const { matches, truncated } = await search(at('many'), 'm');
    expect([matches.length, truncated]).toEqual([CAPS.fsSearchMatches, true]);
  });

  it('gives what it has when its time is nearly over', async () => {
    const passing = new FakeClock();
    // Every look at the clock costs half a minute.
    const hurried: Clock = {
      now: () => passing.now(),
      setTimer: (fn, ms) => passing.setTimer(fn, ms),
      monotonic: () => {
        passing.advance(30_000);
        return passing.monotonic();
      },
    };
    const handler = fsSearch(guard, hurried);
    await mkdir(at('tree', 'Inner', 'deep'));
    await writeFile(at('tree', 'Inner', 'deep', 'invoice'), '');
    const { matches, truncated } = await search(at('tree'), 'invoice', handler);
    expect(matches).toEqual([at('tree', 'Invoice.PDF'), at('tree', 'Inner', 'old-invoice.txt')]);
    expect(truncated).toBe(true);
  });

  it('does not follow a link that was put in the place of a folder it had found', async () => {
    await mkdir(at('elsewhere'));
    await writeFile(at('elsewhere', 'invoice-of-others'), '');
    const time = new FakeClock();
    let looks = 0;
    const swapping: Clock = {
      now: () => time.now(),
      setTimer: (fn, ms) => time.setTimer(fn, ms),
      monotonic: () => {
        looks += 1;
        // The second look comes after the root was listed and before the folder in it is visited.
        if (looks === 2) {
          renameSync(at('tree', 'Inner'), at('moved'));
          symlinkSync(at('elsewhere'), at('tree', 'Inner'));
        }
        return time.monotonic();
      },
    };
    const { matches, truncated } = await search(at('tree'), 'invoice', fsSearch(guard, swapping));
    expect(matches).toEqual([at('tree', 'Invoice.PDF')]);
    expect(truncated).toBe(true);
  });

  it('refuses a root that is not there or not a folder', async () => {
    expect(await codeOf(search(at('missing'), 'x'))).toBe('not_found');
    expect(await codeOf(search(at('tree', 'Invoice.PDF'), 'x'))).toBe('not_found');
  });
});

describe('a folder that the agent may not enter', () => {
  const asRoot = process.getuid?.() === 0;

  it(`is an error in words${asRoot ? ' (as root: everything may be read)' : ''}`, async () => {
    await mkdir(at('closed'));
    await chmod(at('closed'), 0o000);
    const code = await codeOf(list(at('closed')));
    await chmod(at('closed'), 0o700);
    expect(code).toBe(asRoot ? 'it worked' : 'exec_failed');
  });
});
