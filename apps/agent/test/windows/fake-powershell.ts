import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A program that keeps to the contract of our bootstrap as PowerShell does: the request on standard
 * input, the mark first, then the script, which here is JavaScript with `args`, `say`, `complain`,
 * `pause` and `exit`.
 */
const OBEDIENT = `
let text = '';
process.stdin.setEncoding('latin1').on('data', (chunk) => (text += chunk)).on('end', async () => {
  if (/[^\\x20-\\x7e\\r\\n]/.test(text)) throw new Error('not plain ASCII on standard input');
  const { mark, script, arguments: args, on_error } = JSON.parse(text);
  process.stdout.write(mark + '\\n');
  const say = (line) => process.stdout.write(line + '\\n');
  const complain = (line) => process.stderr.write(line + '\\n');
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const make = Object.getPrototypeOf(async () => {}).constructor;
  const names = ['args', 'say', 'complain', 'pause', 'exit', 'on_error', 'argv', 'require'];
  const run = new make(...names, script);
  await run(args, say, complain, pause, process.exit, on_error, process.argv.slice(2), require);
});`;

/** As Wine's: ends well and has done nothing. */
const STUB = 'process.exit(0);';

/** Keeps to the contract and then says what it was made to say, whatever the script is. */
const parrot = (said: string, exitCode: number): string => `
let text = '';
process.stdin.on('data', (chunk) => (text += chunk)).on('end', () => {
  process.stdout.write(JSON.parse(text).mark + '\\n' + ${JSON.stringify(said)});
  process.exitCode = ${exitCode};
});`;

export interface FakePowershell {
  obedient: string;
  stub: string;
  saying: (said: string, exitCode?: number) => Promise<string>;
}

/** Call once in a `describe`: real programs in a folder that is removed afterwards. */
export function fakePowershell(): () => FakePowershell {
  const made: { folder?: string; obedient?: string; stub?: string } = {};
  let parrots = 0;
  beforeAll(async () => {
    made.folder = await mkdtemp(join(tmpdir(), 'kenny-powershell-'));
    made.obedient = await program(join(made.folder, 'powershell.cjs'), OBEDIENT);
    made.stub = await program(join(made.folder, 'stub.cjs'), STUB);
  });
  afterAll(async () => {
    if (made.folder !== undefined) await rm(made.folder, { recursive: true, force: true });
  });
  return () => {
    const { folder, obedient, stub } = made;
    if (folder === undefined || obedient === undefined || stub === undefined) {
      throw new Error('not made yet');
    }
    const saying = (said: string, exitCode = 0): Promise<string> =>
      program(join(folder, `parrot${(parrots += 1)}.cjs`), parrot(said, exitCode));
    return { obedient, stub, saying };
  };
}

async function program(file: string, code: string): Promise<string> {
  await writeFile(file, `#!${process.execPath}\n${code}\n`);
  await chmod(file, 0o755);
  return file;
}
