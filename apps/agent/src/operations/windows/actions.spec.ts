import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refusal } from '../../../test/refusal.js';
import { fakePowershell } from '../../../test/windows/fake-powershell.js';
import { execPowershell, flushDnsCache, readWindowsEvents, restartAdapter } from './actions.js';

const context = { signal: new AbortController().signal };

describe('powershell_exec', () => {
  const fake = fakePowershell();

  it('gives what the script said and its exit code', async () => {
    const script = 'say("grün"); complain("Warnung"); exit(7)';
    expect(await execPowershell(script, context, fake().obedient)).toEqual({
      stdout: 'grün\n',
      stderr: 'Warnung\n',
      exit_code: 7,
    });
  });

  it('lets an operator`s script say nothing, if it ran', async () => {
    const silent = await execPowershell('void 0', context, fake().obedient);
    expect(silent).toEqual({ stdout: '', stderr: '', exit_code: 0 });
  });

  it('does not believe a PowerShell that did nothing', async () => {
    expect(await refusal(execPowershell('1', context, fake().stub))).toBe(
      'exec_failed: PowerShell did not run the script: it ended with exit code 0 and said nothing',
    );
  });

  it('says so where there is none, and when it was ended', async () => {
    expect(await refusal(execPowershell('1', context, '/nowhere/powershell'))).toBe(
      'exec_failed: PowerShell: the program is not installed',
    );
    const ended = { signal: AbortSignal.abort() };
    expect(await refusal(execPowershell('1', ended, fake().obedient))).toMatch(/^timeout: /);
  });
});

describe('diag_eventlog', () => {
  const fake = fakePowershell();
  const events = async (said: string, exitCode = 0) =>
    readWindowsEvents('System', 50, context, await fake().saying(said, exitCode));

  it('gives levels by number, so that no display language counts', async () => {
    const event = (level: number, message: string) => ({
      time: '2026-11-21T12:00:00Z',
      level,
      source: 'disk',
      id: 7,
      message,
    });
    const all = [event(2, 'Das Gerät hat einen fehlerhaften Block.'), event(0, ''), event(99, 'x')];
    const read = await events(JSON.stringify({ events: all }));
    expect(read.map(({ level }) => level)).toEqual(['Error', 'Information', 'Information']);
    expect(read[0]).toEqual({
      time: '2026-11-21T12:00:00Z',
      level: 'Error',
      source: 'disk (7)',
      message: 'Das Gerät hat einen fehlerhaften Block.',
    });
  });

  it('may be empty when the log says so, and only then', async () => {
    expect(await events('{"events":[]}')).toEqual([]);
    expect(await refusal(events(''))).toBe('exec_failed: PowerShell gave no answer');
    expect(await refusal(events('{"events":'))).toMatch(/unknown form$/);
    expect(await refusal(events('Zugriff verweigert', 1))).toMatch(/^exec_failed: PowerShell/);
    expect(await refusal(readWindowsEvents('System', 1, context, fake().stub))).toMatch(
      /^exec_failed: PowerShell did not run the script/,
    );
  });
});

describe('net_adapter_reset', () => {
  const fake = fakePowershell();
  const reset = async (said: string, exitCode = 0) =>
    restartAdapter('Ethernet', context, await fake().saying(said, exitCode));

  it('is done, or the adapter is not there, or it has failed', async () => {
    await expect(reset('done')).resolves.toBeUndefined();
    expect(await refusal(reset('missing'))).toMatch(/^not_found: /);
    expect(await refusal(reset(''))).toBe('exec_failed: PowerShell gave no answer');
    expect(await refusal(reset('?'))).toMatch(/^exec_failed: /);
    expect(await refusal(reset('done', 1))).toBe('exec_failed: PowerShell ended with exit code 1');
  });
});

describe('net_dns_flush', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kenny-ipconfig-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const ipconfig = async (name: string, code: string): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, `#!/bin/sh\n${code}\n`);
    await chmod(file, 0o755);
    return file;
  };

  it('is done when the program says something and ends well, in any language', async () => {
    const good = await ipconfig('good', 'echo "Der DNS-Auflösungscache wurde geleert."');
    await expect(flushDnsCache(context, good)).resolves.toBeUndefined();
  });

  it('has failed when it fails, or says nothing at all', async () => {
    const bad = await ipconfig('bad', 'echo "Zugriff verweigert"; exit 1');
    expect(await refusal(flushDnsCache(context, bad))).toBe(
      'exec_failed: the DNS cache was not flushed: Zugriff verweigert',
    );
    expect(await refusal(flushDnsCache(context, await ipconfig('mute', ':')))).toBe(
      'exec_failed: the DNS cache was not flushed: it said nothing (exit code 0)',
    );
  });
});
