import { findProgram, runProgram, type ProgramRequest } from './run-program.js';

const sh = (command: string, rest: Partial<ProgramRequest> = {}) =>
  runProgram({ file: '/bin/sh', args: ['-c', command], timeoutMs: 10_000, ...rest });

/** Waits until the process is gone or a zombie; fails by the test's own timeout. */
async function gone(pid: number): Promise<void> {
  const { readFile } = await import('node:fs/promises');
  for (;;) {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined);
    if (stat === undefined || stat.includes(') Z')) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('runProgram', () => {
  it('gives output, error output and exit code', async () => {
    expect(await sh('echo out; echo err >&2; exit 3')).toEqual({
      stdout: 'out\n',
      stderr: 'err\n',
      exit_code: 3,
      truncated: false,
      timed_out: false,
      aborted: false,
      signal: null,
    });
  });

  it('passes arguments as they are, without a shell', async () => {
    const echo = await runProgram({ file: '/bin/echo', args: ['$(id)', '; ls'], timeoutMs: 5000 });
    expect(echo.stdout).toBe('$(id) ; ls\n');
  });

  it('runs in / with nothing of our environment but a fixed path and locale', async () => {
    process.env['LEAKED_SECRET'] = 'x';
    const { stdout } = await sh('pwd; /usr/bin/env');
    delete process.env['LEAKED_SECRET'];
    expect(stdout.split('\n')[0]).toBe('/');
    expect(stdout).toContain('LC_ALL=C.UTF-8\n');
    expect(stdout).toContain('PATH=/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/bin:/usr/local/sbin\n');
    expect(stdout).not.toContain('LEAKED_SECRET');
  });

  it('feeds stdin, also to a program that does not read it', async () => {
    const read = await runProgram({ file: '/bin/cat', args: [], stdin: 'hi', timeoutMs: 5000 });
    expect(read.stdout).toBe('hi');
    const deaf = await sh('exit 0', { stdin: 'x'.repeat(1_000_000) });
    expect(deaf.exit_code).toBe(0);
  });

  it('reports a missing program as a result', async () => {
    const result = await runProgram({ file: '/nowhere/prog', args: [], timeoutMs: 1000 });
    expect(result).toMatchObject({ exit_code: null, failure: { kind: 'not_found' } });
  });

  it('reports a file that may not be run, and arguments that cannot be passed', async () => {
    const data = await runProgram({ file: '/etc/passwd', args: [], timeoutMs: 1000 });
    expect(data.failure?.kind).toBe('not_permitted');
    const nul = await runProgram({ file: '/bin/echo', args: ['a\0b'], timeoutMs: 1000 });
    expect(nul.failure?.kind).toBe('cannot_start');
  });

  it('refuses a relative path: that is a fault of the caller', async () => {
    await expect(runProgram({ file: 'ls', args: [], timeoutMs: 1 })).rejects.toThrow(TypeError);
  });

  it('kills the whole tree at the deadline, grandchildren included', async () => {
    const result = await sh('sleep 600 & echo $!; sh -c "sleep 600" & wait', { timeoutMs: 300 });
    expect(result).toMatchObject({ timed_out: true, exit_code: null, signal: 'SIGTERM' });
    await gone(Number(result.stdout));
  });

  it('kills a tree that ignores SIGTERM', async () => {
    const result = await sh('trap "" TERM; echo $$; while :; do sleep 600; done', {
      timeoutMs: 300,
    });
    expect(result).toMatchObject({ timed_out: true, signal: 'SIGKILL' });
    await gone(Number(result.stdout));
  });

  it('kills a child that left the process group', async () => {
    const result = await sh("setsid sh -c 'echo $$; exec sleep 600' & sleep 600", {
      timeoutMs: 500,
    });
    expect(result.timed_out).toBe(true);
    await gone(Number(result.stdout));
  });

  it('kills the tree when the signal fires', async () => {
    const abort = new AbortController();
    const running = sh('sleep 600', { signal: abort.signal });
    abort.abort();
    expect(await running).toMatchObject({ aborted: true, timed_out: false, exit_code: null });
    const late = await sh('echo never', { signal: abort.signal });
    expect(late).toMatchObject({ aborted: true, stdout: '' });
  });

  it('does not wait for a grandchild that holds the pipes open', async () => {
    const abort = new AbortController();
    const began = performance.now();
    const result = await sh('sleep 600 & echo $!', { signal: abort.signal });
    process.kill(Number(result.stdout), 'SIGKILL');
    expect(result).toMatchObject({ exit_code: 0, timed_out: false });
    expect(performance.now() - began).toBeLessThan(9_000);
  });

  it('keeps output up to the cap and lets the program go on', async () => {
    const result = await sh('head -c 3000000 /dev/zero | tr "\\0" a; echo done >&2; exit 7', {
      maxOutputBytes: 1000,
    });
    expect(result.stdout).toBe('a'.repeat(1000));
    expect(result).toMatchObject({ truncated: true, exit_code: 7, stderr: '' });
  });

  it('decodes bytes that are not UTF-8 without failing', async () => {
    const result = await sh(String.raw`printf 'a\377b'`);
    expect(result.stdout).toBe('a\ufffdb');
  });

  it('says which signal ended a program', async () => {
    expect(await sh('kill -KILL $$')).toMatchObject({ exit_code: null, signal: 'SIGKILL' });
  });
});

describe('findProgram', () => {
  it('finds a system program and gives its absolute path', async () => {
    expect(await findProgram('sh')).toBe('/usr/bin/sh');
  });

  it('does not look at PATH', async () => {
    expect(await findProgram('no-such-program')).toBeUndefined();
  });

  it.each(['../bin/sh', '/bin/sh', '-x', '', 'a b'])('refuses %j as a name', async (name) => {
    await expect(findProgram(name)).rejects.toThrow(TypeError);
  });
});
