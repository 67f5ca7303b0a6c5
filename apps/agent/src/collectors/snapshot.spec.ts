import { CATALOG, check, SECTION_NAMES, type SectionName } from '@kenny/contract/agent';
import { systemClock } from '@kenny/kernel';
import { type Collectors, absent, reading, unreadable } from './collector.js';
import { Unreadable } from '../errors/unreadable.js';
import type { Probe } from './probe/probe.js';
import { systemProbe } from './probe/system-probe.js';
import { collectors as real } from './registry.js';
import { SnapshotReader, type SnapshotDeps } from './snapshot.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const none = Object.fromEntries(SECTION_NAMES.map((name) => [name, undefined]));

/** A reader in which only the told sections have a collector, on Linux. */
function aReader(told: Partial<Collectors>, deps: Partial<SnapshotDeps<Probe>> = {}) {
  const onFault = jest.fn();
  const reader = new SnapshotReader({
    collectors: { ...real, ...none, ...told },
    probe: systemProbe,
    clock: systemClock,
    onFault,
    ...deps,
  });
  return { reader, onFault, survey: () => reader.survey({ now: NOW, os: 'linux' }) };
}

const up = () => Promise.resolve(reading<'uptime'>('up', { uptime_secs: 1, boot_time_unix: 1 }));
const stateOf = (
  report: readonly { section: string; state: string; text: string }[],
  name: SectionName,
) => report.find(({ section }) => section === name);

describe(SnapshotReader.name, () => {
  it('sends the eight mandatory sections always, unreadable where there is no collector', async () => {
    const { snapshot } = await aReader({}).survey();
    const mandatory = CATALOG.sections.filter((one) => one.mandatory).map(({ name }) => name);
    expect(Object.keys(snapshot)).toEqual(mandatory);
    expect(mandatory).toHaveLength(8);
    expect(snapshot['disk']).toEqual({
      status: 'ok',
      summary: 'could not be read: kenny cannot read "Disk" on linux yet',
      readable: false,
      unreadable_reason: 'kenny cannot read "Disk" on linux yet',
    });
  });

  it('says of each section what became of it', async () => {
    const { report } = await aReader({ uptime: up }).survey();
    expect(report.map(({ section }) => section)).toEqual([...SECTION_NAMES]);
    expect(stateOf(report, 'uptime')).toMatchObject({ state: 'collected', text: 'up' });
    expect(stateOf(report, 'disk')).toMatchObject({ state: 'unreadable' });
    expect(stateOf(report, 'firewall')).toMatchObject({
      state: 'absent',
      text: 'kenny cannot read "Firewall" on linux yet',
    });
    expect(stateOf(report, 'defender')?.text).toBe('"Virus protection" does not exist on linux');
  });

  it.each([
    [
      'throws at once',
      () => {
        throw new Error('boom');
      },
      'the probe failed: boom',
      1,
    ],
    ['rejects', () => Promise.reject(new Error('boom')), 'the probe failed: boom', 1],
    ['could not read', () => Promise.reject(new Unreadable('no right')), 'no right', 0],
    ['says so', () => Promise.resolve(unreadable('no right')), 'no right', 0],
  ])('keeps the other sections when a collector %s', async (_, collect, reason, faults) => {
    const { survey, onFault } = aReader({ uptime: up, memory: collect });
    const { snapshot } = await survey();
    expect(snapshot['memory']).toMatchObject({ readable: false, unreadable_reason: reason });
    expect(snapshot['uptime']).toMatchObject({ status: 'ok', uptime_secs: 1 });
    expect(onFault).toHaveBeenCalledTimes(faults);
  });

  it('leaves out an optional section that this PC does not have, but never a mandatory one', async () => {
    const nothing = () => Promise.resolve(absent('no such thing'));
    const { snapshot } = await aReader({ battery: nothing, disk: nothing }).survey();
    expect(snapshot).not.toHaveProperty('battery');
    expect(snapshot['disk']).toMatchObject({ readable: false, unreadable_reason: 'no such thing' });
  });

  it('sets the status by the health rules', async () => {
    const full = { mount: '/', total_bytes: 100, free_bytes: 4, percent_used: 96 };
    const disk = () => Promise.resolve(reading<'disk'>('full', { volumes: [full] }));
    expect((await aReader({ disk }).survey()).snapshot['disk']).toMatchObject({ status: 'crit' });
  });

  it('makes a reading unreadable that its schema refuses', async () => {
    const odd = () =>
      Promise.resolve(reading<'uptime'>('odd', { uptime_secs: -1, boot_time_unix: 1 }));
    const { snapshot } = await aReader({ uptime: odd }).survey();
    expect(snapshot['uptime']).toMatchObject({ readable: false });
    expect(snapshot['uptime']?.unreadable_reason).toContain('odd values: uptime_secs');
  });

  it('reads only the asked sections, each once', async () => {
    const { reader } = aReader({ uptime: up });
    const { snapshot, report } = await reader.survey({
      now: NOW,
      os: 'linux',
      sections: ['uptime', 'uptime'],
    });
    expect(Object.keys(snapshot)).toEqual(['uptime']);
    expect(report).toHaveLength(1);
  });

  it('runs a bounded number side by side', async () => {
    let running = 0;
    let most = 0;
    const count = async () => {
      most = Math.max(most, (running += 1));
      await new Promise(setImmediate);
      running -= 1;
      return absent('counted');
    };
    const all = Object.fromEntries(SECTION_NAMES.map((name) => [name, count]));
    await aReader(all, { atOnce: 3 }).survey();
    expect(most).toBe(3);
  });
});

describe('collectors that hang', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] }));
  afterEach(() => jest.useRealTimers());
  const turn = () => new Promise(setImmediate);

  it('gives each its own deadline and stops it by its signal', async () => {
    let stopped = false;
    const hang = (probe: { signal: AbortSignal }) =>
      new Promise<never>((_, reject) => {
        probe.signal.addEventListener('abort', () => {
          stopped = true;
          reject(new Error('stopped'));
        });
      });
    const { survey, onFault } = aReader({ memory: hang, uptime: up });
    const read = survey();
    await turn();
    jest.advanceTimersByTime(19_999);
    await turn();
    expect(stopped).toBe(false);
    jest.advanceTimersByTime(1);
    expect((await read).snapshot).toMatchObject({
      memory: { readable: false, unreadable_reason: 'the probe gave no answer within 20 s' },
      uptime: { uptime_secs: 1 },
    });
    expect(stopped).toBe(true);
    expect(onFault).not.toHaveBeenCalled();
  });

  it('does not start a second run beside one that never lets go', async () => {
    let starts = 0;
    const deaf = () => new Promise<never>(() => void (starts += 1));
    const { survey } = aReader({ memory: deaf });
    const first = survey();
    await turn();
    jest.advanceTimersByTime(20_000);
    expect((await first).snapshot['memory']).toMatchObject({ readable: false });
    const second = survey();
    await turn();
    jest.advanceTimersByTime(1_000);
    expect((await second).snapshot['memory']).toMatchObject({
      unreadable_reason: 'an earlier probe of this section still hangs',
    });
    expect(starts).toBe(1);
  });

  it('ends the whole snapshot within its budget, starting nothing after it', async () => {
    let starts = 0;
    const deaf = () => new Promise<never>(() => void (starts += 1));
    const all = Object.fromEntries(SECTION_NAMES.map((name) => [name, deaf]));
    const { survey } = aReader(all, { atOnce: 4, budgetMs: 5_000 });
    const read = survey();
    await turn();
    jest.advanceTimersByTime(5_000);
    const { report } = await read;
    expect(starts).toBe(4);
    expect(new Set(report.map(({ text }) => text))).toEqual(
      new Set(["the snapshot's 5 s were over before"]),
    );
  });

  it('shares one run between two who ask at the same time', async () => {
    let starts = 0;
    let finish: () => void = () => undefined;
    const slow = async () => {
      starts += 1;
      await new Promise<void>((resolve) => (finish = resolve));
      return reading<'uptime'>('up', { uptime_secs: 1, boot_time_unix: 1 });
    };
    const { survey } = aReader({ uptime: slow });
    const both = [survey(), survey()];
    await turn();
    finish();
    const [one, two] = await Promise.all(both);
    expect(starts).toBe(1);
    expect(one?.snapshot).toEqual(two?.snapshot);
  });

  it('rejects when its caller gives up, and lets the run of another go on', async () => {
    let signal: AbortSignal | undefined;
    let finish: () => void = () => undefined;
    const slow = async (probe: { signal: AbortSignal }) => {
      signal = probe.signal;
      await new Promise<void>((resolve) => (finish = resolve));
      return reading<'uptime'>('up', { uptime_secs: 1, boot_time_unix: 1 });
    };
    const { reader, survey } = aReader({ uptime: slow });
    const stop = new AbortController();
    const given = reader.survey({ now: NOW, os: 'linux', signal: stop.signal });
    const kept = survey();
    await turn();
    stop.abort(new Error('given up'));
    await expect(given).rejects.toThrow('given up');
    expect(signal?.aborted).toBe(false);
    finish();
    expect((await kept).snapshot['uptime']).toMatchObject({ uptime_secs: 1 });
  });
});

describe('what an unreadable section looks like on the wire', () => {
  it.each([...SECTION_NAMES])('is valid for %s', async (section) => {
    const failing = {
      [section]: () => Promise.reject(new Unreadable('x'.repeat(9_999))),
    };
    const { snapshot } = await aReader(failing).survey();
    expect(check(`section:${section}`, { ...snapshot[section] })).toEqual([]);
    expect(snapshot[section]).toMatchObject({ status: 'ok', readable: false });
  });
});
