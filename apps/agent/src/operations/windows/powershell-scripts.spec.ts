import { fakePowershell } from '../../../test/windows/fake-powershell.js';
import { faultsOf } from '../../../test/windows/powershell-grammar.js';
import { POWERSHELL_PARTS } from '../../collectors/powershell-parts.js';
import { ADAPTER_SCRIPT, EVENT_LOG_SCRIPT } from './event-log-script.js';
import { PartBatch } from '../../platform/windows/part-batch.js';
import { PART_RUNNER } from '../../platform/windows/part-runner-script.js';
import { startPowershell } from '../../platform/windows/readers.js';

const SCRIPTS = { PART_RUNNER, EVENT_LOG_SCRIPT, ADAPTER_SCRIPT, ...POWERSHELL_PARTS };

describe('our PowerShell scripts', () => {
  it.each(Object.entries(SCRIPTS))('%s is good PowerShell 5.1', async (_name, script) => {
    expect(await faultsOf(script)).toEqual([]);
  });

  it.each(Object.entries(SCRIPTS))(
    '%s is plain ASCII, so no code page can spoil it',
    (_n, text) => {
      expect(text).toMatch(/^[\n\x20-\x7e]+$/);
    },
  );

  it.each(Object.entries(POWERSHELL_PARTS))(
    'part %s reads only: it creates, sets and removes nothing of the PC',
    (_name, script) => {
      const verbs = [...script.matchAll(/\b([A-Z][a-z]+)-[A-Z]\w+/g)].map(([, verb]) => verb);
      const known = ['Get', 'Sort', 'Select', 'Where', 'ForEach', 'New', 'Invoke'];
      expect(verbs.filter((verb) => !known.includes(verb ?? ''))).toEqual([]);
      // Of the last two only the ones that ask.
      const asking = /New-Object -ComObject|Invoke-CimMethod -InputObject \$_ -MethodName 'Get/;
      if (/\b(?:New|Invoke)-/.test(script)) expect(script).toMatch(asking);
    },
  );
});

/** As the real runner does with real scripts; here both are JavaScript. */
const RUNNER = `
const { parts } = args;
say(JSON.stringify({ ready: true }));
for (const { part, script } of parts) {
  const line = { part, ok: true };
  try { line.value = await eval('(async () => {' + script + '})()'); }
  catch (error) { line.ok = false; line.reason = error.message; }
  say(JSON.stringify(line));
}`;

describe('a batch of parts in a real process', () => {
  const fake = fakePowershell();
  const batch = (scripts: Record<string, string>, program: string, partDeadlineMs = 60_000) =>
    new PartBatch({
      name: 'PowerShell',
      start: startPowershell(scripts, program, RUNNER),
      partDeadlineMs,
    });
  const never = new AbortController().signal;
  const outcome = (answer: Promise<unknown>) =>
    answer.catch((error: unknown) => `no: ${(error as Error).message}`);

  it('answers all parts of one turn from one process, failures with their reason', async () => {
    const scripts = {
      one: 'return process.pid',
      two: 'throw new Error("Zugriff verweigert")',
      three: 'return process.pid',
    };
    const asked = batch(scripts, fake().obedient);
    const names = ['one', 'two', 'three'];
    const [one, two, three] = await Promise.all(
      names.map((part) => outcome(asked.ask(part, never))),
    );
    expect(one).toBe(three);
    expect(two).toBe('no: Zugriff verweigert');
  });

  it('loses only the part that hangs', async () => {
    const scripts = { one: 'return 1', hangs: 'await pause(600_000)', three: 'return 3' };
    const asked = batch(scripts, fake().obedient, 2_000);
    expect(
      await Promise.all(Object.keys(scripts).map((part) => outcome(asked.ask(part, never)))),
    ).toEqual([1, 'no: PowerShell gave no answer within 2 s', 3]);
  });

  it('loses only the part that ends the process', async () => {
    const scripts = { one: 'exit(3)', two: 'return 2' };
    const asked = batch(scripts, fake().obedient);
    expect(
      await Promise.all(Object.keys(scripts).map((part) => outcome(asked.ask(part, never)))),
    ).toEqual(['no: PowerShell ended with exit code 3', 2]);
  });

  it('takes silence with exit code 0 for a failure of every part', async () => {
    const asked = batch({ one: '', two: '' }, fake().stub);
    const reason = 'PowerShell did not run the script: it ended with exit code 0 and said nothing';
    expect(
      await Promise.all(['one', 'two'].map((part) => outcome(asked.ask(part, never)))),
    ).toEqual([`no: ${reason}`, `no: ${reason}`]);
  });
});
