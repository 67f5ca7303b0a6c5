import { enterJob, runHere } from './job.js';
import type { NativeLibrary, NativeValue } from './library.js';

/** Writes down what is asked of Windows and answers as told. */
function aWindows(answers: Readonly<Record<string, number>>): NativeLibrary & { asked: string[] } {
  const asked: string[] = [];
  const shown = (value: NativeValue): string =>
    Buffer.isBuffer(value) ? `flags ${value.readUInt32LE(16)}` : String(value);
  return {
    asked,
    address: () => 0n,
    view: () => new ArrayBuffer(0),
    load: () => ({
      func: (declaration) => {
        const [, name = ''] = / (\w+)\(/.exec(declaration) ?? [];
        return (...args) => {
          asked.push(`${name}(${args.map(shown).join(', ')})`);
          return answers[name] ?? 1;
        };
      },
    }),
  };
}

describe('a job', () => {
  it('ends as a whole with its last handle, until it is let go', () => {
    const windows = aWindows({ CreateJobObjectW: 77 });
    const leave = enterJob(windows);
    expect(windows.asked).toEqual([
      'CreateJobObjectW(null, null)',
      'SetInformationJobObject(77, 9, flags 8192, 144)',
      'AssignProcessToJobObject(77, -1)',
    ]);
    leave();
    expect(windows.asked.at(-1)).toBe('SetInformationJobObject(77, 9, flags 0, 144)');
  });

  it.each(['CreateJobObjectW', 'SetInformationJobObject', 'AssignProcessToJobObject'])(
    'is not pretended when %s fails',
    (name) => {
      expect(() => enterJob(aWindows({ CreateJobObjectW: 77, [name]: 0 }))).toThrow('Windows');
    },
  );
});

describe('a program inside it', () => {
  it('gives its own exit code', async () => {
    expect(await runHere('/bin/sh', ['-c', 'exit 7'], () => undefined)).toBe(7);
  });

  it('that is not there is said in words', async () => {
    const said: string[] = [];
    expect(await runHere('/nowhere/x', [], (line) => said.push(line))).toBe(127);
    expect(said.join()).toMatch(/^\/nowhere\/x cannot be started: /);
  });
});
