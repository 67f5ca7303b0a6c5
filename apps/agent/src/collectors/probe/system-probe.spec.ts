import { systemProbe } from './system-probe.js';

describe('programs of the system probe', () => {
  const probe = () => systemProbe(new AbortController().signal);

  it('gives the output of a program', async () => {
    expect(await probe().run('echo', ['a b', '$HOME'])).toEqual({
      ok: true,
      stdout: 'a b $HOME\n',
    });
  });

  it('says that a program is not installed', async () => {
    expect(await probe().run('kenny-no-such-program', [])).toEqual({
      ok: false,
      installed: false,
      reason: 'kenny-no-such-program is not installed',
      exitCode: null,
      said: '',
    });
  });

  it('quotes the first line of what a failing program says', async () => {
    const output = await probe().run('sh', ['-c', 'echo first >&2; echo second >&2; exit 3']);
    expect(output).toEqual({
      ok: false,
      installed: true,
      reason: 'sh: first (exit code 3)',
      exitCode: 3,
      said: 'first',
    });
  });

  it('ends a program at its deadline', async () => {
    const output = await probe().run('sleep', ['60'], { timeoutMs: 50 });
    expect(output).toMatchObject({ reason: 'sleep did not end within 0.05 s' });
  });

  it('ends a program and a pause when nobody waits any more', async () => {
    const stop = new AbortController();
    const stopped = systemProbe(stop.signal);
    const program = stopped.run('sleep', ['60']);
    const pause = expect(stopped.pause(60_000)).rejects.toThrow('stopped while waiting');
    stop.abort();
    expect(await program).toMatchObject({ ok: false });
    await pause;
  });

  it('measures a volume', async () => {
    const { total, free, available } = await probe().volumeSize('/');
    expect(total).toBeGreaterThan(0);
    expect(free).toBeLessThanOrEqual(total);
    expect(available).toBeLessThanOrEqual(free);
  });

  it('asks a mount that has not answered yet only once', async () => {
    const [one, two] = [probe().volumeSize('/'), probe().volumeSize('/')];
    expect(one).toBe(two);
    await one;
    expect(probe().volumeSize('/')).not.toBe(one);
    await expect(probe().volumeSize('/none/such')).rejects.toThrow('ENOENT');
  });
});
