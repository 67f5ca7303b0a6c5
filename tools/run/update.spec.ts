import { SERVER_FILES } from '@kenny/contract';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  finishUpdate,
  startedFrom,
  undoUpdate,
  update,
  updateHolds,
  UPDATE_FILE,
} from './update.mjs';

/** A program of this kind: git, npm and a build that says which version it built. */
const BUILD = `import { writeFileSync } from 'node:fs';
const version = '%';
writeFileSync('built', version + (process.env.KENNY_TEST_SECRET ?? ''));
`;
const BROKEN = `console.error('it does not build'); process.exit(3);`;
const DEPENDENCY = { name: 'one', version: '1.0.0' };

let folder: string;
let place: { root: string; dataDir: string };
const inOrigin = (...parts: string[]) => join(folder, 'origin', ...parts);

beforeEach(() => {
  for (const name of ['log', 'error'] as const) jest.spyOn(console, name).mockReturnValue();
  for (const stream of [process.stdout, process.stderr])
    jest.spyOn(stream, 'write').mockReturnValue(true);
  folder = mkdtempSync(join(tmpdir(), 'kenny-update-'));
  place = { root: join(folder, 'here'), dataDir: join(folder, 'data') };
  for (const path of [place.dataDir, inOrigin('one')]) mkdirSync(path, { recursive: true });
  git('init', '--quiet', '--initial-branch=main');
  writeFileSync(inOrigin('.gitignore'), 'built\nnode_modules\n');
  packages({});
  publish(BUILD.replace('%', '1'));
  git('clone', '--quiet', inOrigin(), place.root);
  spawnSync(process.execPath, ['build.mjs'], { cwd: place.root });
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

function git(...args: string[]): string {
  const who = ['-c', 'user.name=Anna', '-c', 'user.email=anna@kenny.example'];
  const { status, stdout, stderr } = spawnSync('git', [...who, ...args], {
    cwd: inOrigin(),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
}

function packages(dependencies: Record<string, string>): void {
  const own = { name: 'kenny', version: '1.0.0', dependencies };
  const links = Object.keys(dependencies).flatMap((name) => [
    [name, DEPENDENCY],
    [`node_modules/${name}`, { resolved: name, link: true }],
  ]);
  const lock = { name: 'kenny', version: '1.0.0', lockfileVersion: 3, requires: true };
  const write = (path: string, value: unknown) =>
    writeFileSync(inOrigin(path), JSON.stringify(value));
  write('package.json', { ...own, scripts: { build: 'node build.mjs' } });
  write('package-lock.json', {
    ...lock,
    packages: { '': own, ...(Object.fromEntries(links) as object) },
  });
  write('one/package.json', DEPENDENCY);
}

function publish(build: string): void {
  writeFileSync(inOrigin('build.mjs'), build);
  git('add', '--all');
  git('commit', '--quiet', '--message', 'newer');
}

const built = () => readFileSync(join(place.root, 'built'), 'utf8');
const kept = () =>
  JSON.parse(readFileSync(join(place.dataDir, UPDATE_FILE), 'utf8')) as Record<string, unknown>;
const hasPackage = () => existsSync(join(place.root, 'node_modules', DEPENDENCY.name));
const commitHere = () => {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: place.root, encoding: 'utf8' });
  return stdout.trim();
};

describe('an update of kenny’s own folder', () => {
  it('is told where the server reads it', () => {
    expect(UPDATE_FILE).toBe(SERVER_FILES.update);
  });

  it('brings the newer version and builds it, with none of the secrets of kenny', async () => {
    publish(BUILD.replace('%', '2'));
    process.env['KENNY_TEST_SECRET'] = 'x';
    await update(place, startedFrom(place));
    delete process.env['KENNY_TEST_SECRET'];
    expect(built()).toBe('2');
    expect(kept()).toMatchObject({ state: 'done', trouble: null });
    expect(hasPackage()).toBe(false);
  });

  it('installs the packages where they are others', async () => {
    packages({ one: 'file:one' });
    publish(BUILD.replace('%', '2'));
    await update(place, startedFrom(place));
    expect([built(), hasPackage(), kept()['trouble']]).toEqual(['2', true, null]);
  });

  it('puts the version of before back where the newer one does not build', async () => {
    const before = commitHere();
    packages({ one: 'file:one' });
    publish(BROKEN);
    await update(place, startedFrom(place));
    expect([built(), commitHere(), hasPackage()]).toEqual(['1', before, false]);
    expect(kept()['state']).toBe('done');
    expect(kept()['trouble']).toBe('“npm run build” ended with code 3. it does not build');
    expect(kept()['commit']).toBe(before);
  });

  it('puts the version of before back where the newer one does not start, with its packages', async () => {
    const before = commitHere();
    packages({ one: 'file:one' });
    publish(BUILD.replace('%', '2'));
    await update(place, startedFrom(place));
    expect([built(), hasPackage()]).toEqual(['2', true]);
    expect(await undoUpdate(place, 'it ended with code 1')).toBe(true);
    expect([built(), commitHere(), hasPackage()]).toEqual(['1', before, false]);
    expect(kept()).toMatchObject({
      ...{ state: 'done', commit: before },
      trouble: 'The newer kenny did not start: it ended with code 1.',
    });
    // That one is not left as well.
    expect(await undoUpdate(place, 'it ended with code 1')).toBe(false);
  });

  it('stays with a version that has answered once, whatever becomes of it later', async () => {
    publish(BUILD.replace('%', '2'));
    await update(place, startedFrom(place));
    updateHolds(place);
    expect(await undoUpdate(place, 'it ended with code 1')).toBe(false);
    expect(built()).toBe('2');
    expect(kept()).toMatchObject({ state: 'done', trouble: null });
  });

  it('leaves what somebody has brought by hand since', async () => {
    publish(BUILD.replace('%', '2'));
    await update(place, startedFrom(place));
    publish(BUILD.replace('%', '3'));
    spawnSync('git', ['pull', '--quiet'], { cwd: place.root });
    const theirs = commitHere();
    expect(await undoUpdate(place, 'it ended with code 1')).toBe(false);
    expect(commitHere()).toBe(theirs);
  });

  it('has nothing to go back to without an update', async () => {
    updateHolds(place);
    expect(await undoUpdate(place, 'it ended with code 1')).toBe(false);
    expect(built()).toBe('1');
  });

  it('leaves a folder alone in which somebody has changed what is newer', async () => {
    const before = commitHere();
    publish(BUILD.replace('%', '2'));
    writeFileSync(join(place.root, 'build.mjs'), 'mine');
    await update(place, startedFrom(place));
    expect(commitHere()).toBe(before);
    expect(readFileSync(join(place.root, 'build.mjs'), 'utf8')).toBe('mine');
    expect(kept()['trouble']).toMatch(
      /^“git pull” ended with code 1\. error: Your local changes .* build\.mjs/,
    );
  });

  it('leaves a folder alone that is on another branch by now, and what was done there', async () => {
    const started = startedFrom(place);
    const inHere = (...args: string[]) => spawnSync('git', args, { cwd: place.root });
    inHere('checkout', '--quiet', '-b', 'mine');
    publish(BUILD.replace('%', '2'));
    await update(place, started);
    expect(kept()['trouble']).toContain('on another branch');
    expect([commitHere(), built()]).toEqual([started.from, '1']);
  });

  it('builds what somebody has pulled by hand since it was started', async () => {
    const started = startedFrom(place);
    packages({ one: 'file:one' });
    publish(BUILD.replace('%', '2'));
    spawnSync('git', ['pull', '--quiet'], { cwd: place.root });
    await update(place, started);
    expect([built(), hasPackage(), kept()['trouble']]).toEqual(['2', true, null]);
  });

  it('is tried anew at the next start where not even the version of before could be built', async () => {
    const started = startedFrom(place);
    publish(BROKEN);
    jest.spyOn(console, 'error').mockImplementation((words: unknown) => {
      // As a full disk, or a line that is down, would have it.
      if (String(words).startsWith('kenny could not be updated'))
        writeFileSync(join(place.root, '.git', 'index.lock'), '');
    });
    await update(place, started);
    expect(kept()['state']).toBe('running');
    rmSync(join(place.root, '.git', 'index.lock'));
    publish(BUILD.replace('%', '3'));
    await finishUpdate(place);
    expect([kept()['state'], kept()['trouble'], built()]).toEqual(['done', null, '3']);
  });

  it('goes on at the next start where it was cut off', async () => {
    packages({ one: 'file:one' });
    publish(BUILD.replace('%', '2'));
    const stop = new AbortController();
    jest.spyOn(console, 'log').mockImplementation((words: unknown) => {
      if (String(words).includes('npm')) stop.abort();
    });
    await update(place, startedFrom(place), stop.signal);
    expect([kept()['state'], built()]).toEqual(['running', '1']);
    await finishUpdate(place);
    expect([kept()['state'], built(), hasPackage()]).toEqual(['done', '2', true]);
    await finishUpdate({ ...place, root: '/nowhere' });
  });
});
