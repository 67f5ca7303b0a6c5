import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakePowershell } from '../../../test/windows/fake-powershell.js';
import { ToolFailure } from '../../dispatch/tool-failure.js';
import { execPowershell, flushDnsCache } from './actions.js';

const context = { signal: new AbortController().signal };

/** The code and the words of a refusal. */
async function refusal(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ToolFailure)) throw new Error(`no refusal: ${String(error)}`);
  return `${error.code}: ${error.message}`;
}

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
      'exec_failed: the cache of names was not emptied: Zugriff verweigert',
    );
    expect(await refusal(flushDnsCache(context, await ipconfig('mute', ':')))).toBe(
      'exec_failed: the cache of names was not emptied: it said nothing (exit code 0)',
    );
  });
});
