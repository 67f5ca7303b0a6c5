import { readFile } from 'node:fs/promises';
import { fakePowershell } from '../../../test/windows/fake-powershell.js';
import { until } from '../../../test/until.js';
import { POWERSHELL_ARGS } from './powershell-bootstrap.js';
import { type PowershellRequest, runPowershell, whyPowershellFailed } from './powershell.js';

const LONG_MS = 60_000;

/** A zombie has ended; who must fetch its exit code is another matter. */
async function isGone(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined);
  return stat === undefined || stat.includes(') Z');
}

describe('the PowerShell runner', () => {
  const fake = fakePowershell();
  const run = (script: string, more: Partial<PowershellRequest> = {}) =>
    runPowershell({ script, timeoutMs: LONG_MS, program: fake().obedient, ...more });

  it('hands script and arguments over as data, never as part of a command line', async () => {
    const hostile = `'; Remove-Item C:\\ -Recurse; "$(calc)" \`n ' & | % { } ☃ Ünïcödé \u0000`;
    const result = await run('say(JSON.stringify({ args, argv }))', {
      arguments: { name: hostile, list: [1, 2] },
    });
    const said = JSON.parse(result.stdout) as { args: unknown; argv: string[] };
    expect(said.args).toEqual({ name: hostile, list: [1, 2] });
    expect(said.argv).toEqual(POWERSHELL_ARGS);
  });

  it('reads what comes back as UTF-8 and takes the mark off', async () => {
    const result = await run('say("grün ☃ 日本"); complain("Fehler: ungültig")');
    expect(result).toMatchObject({ began: true, exit_code: 0, truncated: false });
    expect(result.stdout).toBe('grün ☃ 日本\n');
    expect(result.stderr).toBe('Fehler: ungültig\n');
    expect(whyPowershellFailed(result)).toBeUndefined();
  });

  it('stops at the first error in our scripts, and goes on in those of an operator', async () => {
    expect((await run('say(on_error)')).stdout).toBe('Stop\n');
    expect((await run('say(on_error)', { onError: 'Continue' })).stdout).toBe('Continue\n');
  });

  it('gives the exit code and the first words of a failure', async () => {
    const result = await run('complain("\\n  Zugriff verweigert\\nat line 1"); exit(5)');
    expect(result).toMatchObject({ began: true, exit_code: 5 });
    expect(whyPowershellFailed(result)).toBe('PowerShell: Zugriff verweigert');
    expect(whyPowershellFailed(await run('exit(9)'))).toBe('PowerShell ended with exit code 9');
  });

  it('does not believe an exit code of 0 without the mark', async () => {
    const result = await run('say("never")', { program: fake().stub });
    expect(result).toMatchObject({ began: false, exit_code: 0, stdout: '' });
    expect(whyPowershellFailed(result)).toBe(
      'PowerShell did not run the script: it ended with exit code 0 and said nothing',
    );
  });

  it('says so where there is no PowerShell', async () => {
    const result = await run('', { program: '/nowhere/powershell.exe' });
    expect(whyPowershellFailed(result)).toBe('PowerShell: the program is not installed');
  });

  it('keeps what was said before the deadline, and ends the whole tree', async () => {
    const seen: string[] = [];
    const end = new AbortController();
    const script = `
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
      say(child.pid); await pause(600_000);`;
    const running = run(script, {
      signal: end.signal,
      onStdout: (chunk) => seen.push(chunk.toString()),
    });
    await until(() => /\n\d+\n/.test(seen.join('')));
    end.abort();
    const result = await running;
    expect(result).toMatchObject({ began: true, aborted: true, exit_code: null });
    expect(whyPowershellFailed(result)).toBe('PowerShell was stopped at the deadline');
    const child = Number(result.stdout.trim());
    expect(child).toBeGreaterThan(1);
    await until(() => isGone(child));
  });

  it('ends at its own deadline and says so', async () => {
    const result = await run('await pause(600_000)', { timeoutMs: 300 });
    expect(whyPowershellFailed(result)).toBe('PowerShell did not end within its time');
  });
});
