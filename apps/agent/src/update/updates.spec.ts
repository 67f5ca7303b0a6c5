import type { Os } from '@kenny/contract/agent';
import { FakeClock } from '@kenny/testing';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { recordingLog } from '../../test/recording-log.js';
import { refusal } from '../../test/refusal.js';
import { aProgram, factsOf, RELEASE_KEY, ReleaseServer, signed } from '../../test/release-world.js';
import { rudeServer } from '../../test/rude-server.js';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { until } from '../../test/until.js';
import { placesFor, SwapFiles } from './swap-files.js';
import { LAST_WAY_BACK } from './update-record.js';
import { Updates } from './updates.js';

const UPDATED = { highest: '0.2.0', done: { from: '0.1.0', to: '0.2.0' } };

interface Circumstances {
  readonly startedFrom?: 'kept';
  /** What the service manager is not willing to start. */
  readonly refuses?: string;
}

describe.each(['linux', 'windows'] as const)('an update on %s', (os: Os) => {
  const folder = temporaryFolder();
  let server: ReleaseServer;
  let pointed: string[];
  /** What the program was when others had to let go of it. */
  let letGo: string[];
  let watched: string[];
  beforeEach(async () => {
    watched = [];
    pointed = [];
    letGo = [];
    server = await ReleaseServer.start();
    mkdirSync(stateFolder());
    writeFileSync(places().program, aProgram('0.1.0', os), { mode: 0o755 });
  });
  afterEach(() => server.stop());

  const name = os === 'windows' ? 'kenny-agent.exe' : 'kenny-agent';
  const places = () => placesFor(join(folder.path, name), os);
  const stateFolder = () => join(folder.path, 'state');
  const recordFile = () => join(stateFolder(), 'agent.update.json');
  const content = (file: string) => readFileSync(file, 'utf8');
  const source = () => ({
    serverHost: server.host,
    tlsCa: undefined,
    signal: new AbortController().signal,
  });
  const programs = () => readdirSync(folder.path).filter((file) => file.startsWith('kenny-agent'));

  async function start(version: string, options: Circumstances = {}) {
    const files = new SwapFiles({
      places: places(),
      os,
      pointAt: (file) => {
        if (file === options.refuses) return Promise.reject(new Error('no such service'));
        pointed.push(file);
        return Promise.resolve();
      },
      letGo: () => {
        letGo.push(content(places().program));
        return Promise.resolve();
      },
    });
    const { updates, restart } = await Updates.open({
      build: { version, releaseKey: RELEASE_KEY },
      os,
      recordFile: recordFile(),
      files,
      startedFrom: options.startedFrom ?? 'program',
      unsupported: undefined,
      watch: () => {
        watched.push(version);
        return () => watched.push(`no longer ${version}`);
      },
    });
    const clock = new FakeClock();
    const log = recordingLog();
    const asked: string[] = [];
    updates.begin({
      clock,
      log: log.log,
      confirmMs: 300_000,
      restart: () => asked.push('restart'),
    });
    return { updates, restart, clock, log, asked };
  }

  function aRelease(version: string, rest = '') {
    const program = aProgram(version, os, rest);
    const facts = factsOf(program, version, os);
    const url = server.publish(`/r/${version}`, program, signed(facts));
    return { program, facts, args: { version, url, sha256: facts.sha256 } };
  }

  it('brings a signed newer version into its place and asks for a restart', async () => {
    const { updates } = await start('0.1.0');
    const { program, args } = aRelease('0.2.0');
    const capitals = { ...args, sha256: args.sha256.toUpperCase() };
    const result = await updates.update(capitals, source());
    expect(result).toEqual({ ok: true, staged_version: '0.2.0' });
    expect(updates.restartDue).toBe(true);
    expect(content(places().program)).toBe(program.toString());
    expect(statSync(places().program).mode & 0o777).toBe(0o755);
    expect(content(places().kept)).toBe(aProgram('0.1.0', os).toString());
    expect(pointed).toEqual(os === 'windows' ? [places().kept, places().program] : []);
    expect(letGo).toEqual([aProgram('0.1.0', os).toString()]);
    expect(await refusal(updates.update(args, source()))).toMatch(/on its way/);
  });

  it('is confirmed when the new version has reached the server, and leaves nothing', async () => {
    const { updates } = await start('0.1.0');
    await updates.update(aRelease('0.2.0').args, source());
    // The connection of the old process may come back before it ends.
    await updates.connected();
    const next = await start('0.2.0');
    expect(next.restart).toBe(false);
    await next.updates.connected();
    expect(next.log.texts()).toEqual(['updated']);
    expect(programs()).toEqual([name]);
    expect(JSON.parse(content(recordFile()))).toEqual(UPDATED);
    // It may hang only as long as somebody could still take it back.
    expect(watched).toEqual(['0.2.0', 'no longer 0.2.0']);
    await next.clock.advanceAsync(600_000);
    expect(next.asked).toEqual([]);
  });

  it('is still confirmed when nobody could write down that it goes back', async () => {
    const { updates } = await start('0.1.0');
    await updates.update(aRelease('0.2.0').args, source());
    const next = await start('0.2.0');
    renameSync(stateFolder(), `${stateFolder()}-away`);
    next.clock.advance(300_000);
    await until(() => next.log.texts().some((line) => line.startsWith('the update record')));
    renameSync(`${stateFolder()}-away`, stateFolder());
    await next.updates.connected();
    expect(JSON.parse(content(recordFile()))).toEqual(UPDATED);
    await next.clock.advanceAsync(600_000);
    expect([next.asked, programs()]).toEqual([[], [name]]);
  });

  it('goes back by itself when the new version is alone, and refuses that one', async () => {
    const { updates } = await start('0.1.0');
    const release = aRelease('0.2.0');
    await updates.update(release.args, source());
    const next = await start('0.2.0');
    next.clock.advance(299_999);
    expect(next.asked).toEqual([]);
    next.clock.advance(1);
    await until(() => next.asked.length > 0);
    await next.updates.connected();
    expect(content(places().program)).toBe(aProgram('0.1.0', os).toString());
    expect(letGo).toEqual([aProgram('0.1.0', os).toString(), release.program.toString()]);
    const back = await start('0.1.0');
    expect(back.log.texts()).toEqual([
      'the update to 0.2.0 was rolled back: it did not reach the server within 300 s',
    ]);
    expect(programs()).toEqual([name]);
    expect(await refusal(back.updates.update(release.args, source()))).toMatch(
      /0\.2\.0 was rolled back/,
    );
    const later = await back.updates.update(aRelease('0.2.1').args, source());
    expect(later.staged_version).toBe('0.2.1');
  });

  it('keeps the way back for as long as the next start would take it', async () => {
    const { updates } = await start('0.1.0');
    await updates.update(aRelease('0.2.0').args, source());
    const next = await start('0.2.0');
    renameSync(stateFolder(), join(folder.path, 'full'));
    await next.updates.connected();
    expect(next.log.texts()[0]).toMatch(/the update record failed/);
    expect(content(places().kept)).toBe(aProgram('0.1.0', os).toString());
    renameSync(join(folder.path, 'full'), stateFolder());
    await next.updates.connected();
    expect(programs()).toEqual([name]);
    expect(JSON.parse(content(recordFile()))).toEqual(UPDATED);
  });

  it('touches nothing when somebody has removed the kept file, and may still be confirmed', async () => {
    const { updates } = await start('0.1.0');
    await updates.update(aRelease('0.2.0').args, source());
    const next = await start('0.2.0');
    pointed = [];
    rmSync(places().kept);
    const left = programs();
    next.clock.advance(300_000);
    await until(() => next.log.texts().length > 0);
    expect(next.log.texts()[0]).toMatch(/putting the old version back failed/);
    expect([pointed, next.asked, programs()]).toEqual([[], [], left]);
    await until(async () => {
      await next.updates.connected();
      return !content(recordFile()).includes('pending');
    });
    expect(JSON.parse(content(recordFile()))).toEqual(UPDATED);
  });

  it('goes back at the third start of a version that ends each time', async () => {
    const { updates } = await start('0.1.0');
    await updates.update(aRelease('0.2.0').args, source());
    expect((await start('0.2.0')).restart).toBe(false);
    expect((await start('0.2.0')).restart).toBe(false);
    expect((await start('0.2.0')).restart).toBe(true);
    expect(content(places().program)).toBe(aProgram('0.1.0', os).toString());
    expect((await start('0.1.0')).log.texts()[0]).toMatch(/rolled back: it was started 3 times/);
  });

  it('refuses what is not newer before it asks anybody', async () => {
    const { updates } = await start('0.1.0');
    for (const version of ['0.1.0', '0.0.9']) {
      const refused = await refusal(updates.update(aRelease(version).args, source()));
      expect(refused).toMatch(/exec_failed: this PC runs 0\.1\.0/);
    }
    expect(server.asked).toEqual([]);
  });

  it('refuses what is not exactly what was signed, and leaves no file of it', async () => {
    const { updates } = await start('0.1.0');
    const { program, facts, args } = aRelease('0.2.0');
    const other: Os = os === 'linux' ? 'windows' : 'linux';
    const cases: [object, RegExp][] = [
      [{ ...signed(facts), version: '0.2.1' }, /not signed with the key of this agent/],
      [{ ...signed(facts), sig: signed({ ...facts, size: 1 }).sig }, /not signed with the key/],
      [signed({ ...facts, os: other }), /this PC is/],
      [signed({ ...facts, arch: 'mips' }), /is for \w+ on mips/],
      [signed({ ...facts, version: '0.3.0' }), /is version 0\.3\.0, not 0\.2\.0/],
      [signed({ ...facts, sha256: 'ab'.repeat(32) }), /not the one that is signed/],
      [signed({ ...facts, size: facts.size - 1 }), /longer than/],
      [signed({ ...facts, size: facts.size + 1 }), /instead of/],
      [{ version: '0.2.0' }, /exactly these keys/],
    ];
    for (const [manifest, why] of cases) {
      server.publish('/r/0.2.0', program, manifest);
      expect(await refusal(updates.update(args, source()))).toMatch(why);
      expect([updates.restartDue, programs()]).toEqual([false, [name]]);
    }
    server.publish('/r/0.2.0', aProgram('0.2.0', os, ': another'), signed(facts));
    expect(await refusal(updates.update(args, source()))).toMatch(/longer than|SHA-256/);
    server.files.delete('/r/0.2.0');
    expect(await refusal(updates.update(args, source()))).toMatch(/status 404/);
    expect(content(places().program)).toBe(aProgram('0.1.0', os).toString());
  });

  it('refuses a program that does not run here, or is another than it says', async () => {
    const { updates } = await start('0.1.0');
    const broken = aRelease('0.2.0', 'echo no such library >&2; exit 127');
    expect(await refusal(updates.update(broken.args, source()))).toBe(
      'exec_failed: the new version does not run on this PC: no such library',
    );
    const program = aProgram('0.1.9', os);
    const facts = factsOf(program, '0.2.0', os);
    const url = server.publish('/r/lie', program, signed(facts));
    const lie = { version: '0.2.0', url, sha256: facts.sha256 };
    expect(await refusal(updates.update(lie, source()))).toMatch(/not the one that its manifest/);
    expect(programs()).toEqual([name]);
  });

  it('follows three redirects, and only to where updates may come from', async () => {
    const { updates } = await start('0.1.0');
    const { args } = aRelease('0.2.0');
    const hop = (path: string, location: string) => server.redirects.set(path, location);
    for (const end of ['', '.manifest.json']) {
      hop(`/1${end}`, `/2${end}`);
      hop(`/2${end}`, server.url(`/3${end}`));
      hop(`/3${end}`, `/r/0.2.0${end}`);
      hop(`/0${end}`, `/1${end}`);
      hop(`/far${end}`, `https://elsewhere.example/x${end}`);
      hop(`/plain${end}`, `http://github.com/x${end}`);
    }
    const from = (path: string) => updates.update({ ...args, url: server.url(path) }, source());
    expect(await refusal(from('/0'))).toMatch(/redirected too often/);
    expect(await refusal(from('/far'))).toMatch(/^blocked: .*do not come from elsewhere\.example/);
    expect(await refusal(from('/plain'))).toMatch(/^blocked: .*https only/);
    expect((await from('/1')).ok).toBe(true);
  });

  it('ends without a trace when nobody wants it any more', async () => {
    const { updates } = await start('0.1.0');
    const { args } = aRelease('0.2.0');
    const cancelled = { ...source(), signal: AbortSignal.abort() };
    await expect(updates.update(args, cancelled)).rejects.toThrow();
    expect([updates.restartDue, programs()]).toEqual([false, [name]]);
    expect((await updates.update(args, source())).ok).toBe(true);
  });

  it('is refused in words by a server that changes the protocol instead of answering', async () => {
    const { updates } = await start('0.1.0');
    const { args } = aRelease('0.2.0');
    const rude = await rudeServer();
    const from = { ...source(), serverHost: rude.host };
    const url = `http://${from.serverHost}/r`;
    expect(await refusal(updates.update({ ...args, url }, from))).toMatch(/the download failed/);
    rude.stop();
    expect((await updates.update(args, source())).ok).toBe(true);
  });

  it('survives a record that is damaged', async () => {
    writeFileSync(recordFile(), '{"highest": 7');
    const { updates, restart } = await start('0.1.0');
    expect(restart).toBe(false);
    await updates.connected();
    expect(JSON.parse(content(recordFile()))).toEqual({ highest: '0.1.0' });
  });

  if (os === 'windows') {
    it('puts the program back when it was started as the kept file', async () => {
      const { updates } = await start('0.1.0');
      await updates.update(aRelease('0.2.0').args, source());
      pointed = [];
      const old = await start('0.1.0', { startedFrom: 'kept' });
      expect(old.restart).toBe(true);
      expect(content(places().program)).toBe(aProgram('0.1.0', os).toString());
      expect(pointed).toEqual([places().program]);
      const again = await start('0.1.0');
      expect(again.log.texts()).toEqual(['the update to 0.2.0 was interrupted before it began']);
      expect(programs()).toEqual([name]);
    });

    it('keeps what the service manager starts next when the way back ends half-way', async () => {
      const { updates } = await start('0.1.0');
      await updates.update(aRelease('0.2.0').args, source());
      await start('0.2.0');
      await start('0.2.0');
      const last = await start('0.2.0', { refuses: places().program });
      expect([last.restart, pointed.at(-1)]).toEqual([false, places().kept]);
      await last.updates.connected();
      expect(content(places().kept)).toBe(aProgram('0.1.0', os).toString());
      expect((await start('0.1.0', { startedFrom: 'kept' })).restart).toBe(true);
      expect((await start('0.1.0')).log.texts()[0]).toMatch(/rolled back/);
    });

    it('is taken back a few times only, in words, and then waits for a person', async () => {
      const { updates } = await start('0.1.0');
      await updates.update(aRelease('0.2.0').args, source());
      const refuses = places().kept;
      const lines: string[] = [];
      const isOver = (said: string[]) => said.some((line) => /install another version/.test(line));
      let starts = 0;
      for (; !isOver(lines); starts += 1) {
        const next = await start('0.2.0', { refuses });
        next.clock.advance(300_000);
        await until(() => next.asked.length > 0 || isOver(next.log.texts()));
        lines.push(...next.log.texts());
        next.updates.end();
      }
      const failed = lines.filter((line) => line.startsWith('putting the old version back failed'));
      expect(failed).toHaveLength(LAST_WAY_BACK);
      // The first of them waits, and each of the others tries at its start as well.
      expect(starts).toBe(1 + Math.ceil((LAST_WAY_BACK - 1) / 2));
      expect(lines.at(-1)).toMatch(/0\.2\.0 cannot be taken back.*: install another version/);
      const stuck = await start('0.2.0', { refuses });
      await stuck.updates.connected();
      await stuck.clock.advanceAsync(3_600_000);
      expect(stuck.asked).toEqual([]);
      expect(stuck.log.texts()).toHaveLength(1);
      expect(existsSync(places().kept)).toBe(true);
      expect(await refusal(stuck.updates.update(aRelease('0.3.0').args, source()))).toMatch(
        /install another version/,
      );
      const repaired = await start('0.3.0');
      expect(repaired.log.texts()).toEqual([
        'the update to 0.2.0 was overtaken: this PC was installed anew',
      ]);
    });

    it('starts again as it was when the service manager refuses', async () => {
      const { updates } = await start('0.1.0', { refuses: places().kept });
      const { args } = aRelease('0.2.0');
      expect(await refusal(updates.update(args, source()))).toMatch(/starts again as it was/);
      expect([updates.restartDue, existsSync(places().program)]).toEqual([true, true]);
      const again = await start('0.1.0');
      expect(again.restart).toBe(false);
      expect(programs()).toEqual([name]);
    });
  }
});
