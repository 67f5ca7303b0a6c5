import { spawn, spawnSync } from 'node:child_process';
import { closeSync, cpSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { installPackages } from '@kenny/testing';
import { endNow } from './end-now.js';
import { eventually } from './eventually.js';
import { reasonOf } from './errors.js';
import { madeOnce } from './made-once.js';
import type { World } from './world.js';

/** A new Windows takes 20 s on a machine with nothing else to do. */
const BOOT_MS = 300_000;
const COMMAND_MS = 180_000;
const NEW_WINDOWS = [
  ['wineboot', '-i'],
  ['wineserver', '-w'],
  ['wine', 'winecfg', '-v', 'win10'],
  ['wineserver', '-w'],
] as const;

/**
 * Wine needs one fixed address, and Linux, which places heaps at random, gives it to the heap of one
 * process in some ten thousand: such a program ends before it begins. A container may forbid to ask.
 */
const NOT_AT_RANDOM = '--addr-no-randomize';
const LAUNCHER =
  spawnSync('setarch', [NOT_AT_RANDOM, 'true']).status === 0 ? ['setarch', NOT_AT_RANDOM] : [];

/** Why no Windows can be had here; undefined when Wine is there, or could be installed. */
export function whyNoWine(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'Wine needs Linux on x64';
  if (wineIsThere()) return undefined;
  const problem = installPackages('wine', 'wine64');
  if (problem !== undefined) return problem;
  return wineIsThere() ? undefined : 'Wine was installed and does not start';
}

function wineIsThere(): boolean {
  return spawnSync('wine', ['--version'], { timeout: 60_000 }).status === 0;
}

/** What a Windows program came to. */
export interface WindowsEnd {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A Windows PC of its own under Wine: disk, registry and services, for as long as the world stands. */
export class WinePc {
  private commands = 0;
  /** Every command with what it said, for a test that fails. */
  readonly told: string[] = [];

  private readonly prefix: string;

  private constructor(
    private readonly folder: string,
    private readonly display: string | undefined,
  ) {
    this.prefix = join(folder, 'prefix');
    mkdirSync(join(folder, 'said'), { recursive: true });
  }

  /** @param display a screen of X11 (`:42`); without one nothing of Windows can be seen */
  static async start(world: World, name: string, display?: string): Promise<WinePc> {
    const fresh = await madeOnce('windows', (folder) => WinePc.setUp(folder));
    const folder = world.makeFolder(name);
    cpSync(fresh, folder, { recursive: true, verbatimSymlinks: true });
    const pc = new WinePc(folder, display);
    world.onClose(() => pc.off());
    await pc.boot();
    return pc;
  }

  /** A new Windows that was never started, to be copied. */
  private static async setUp(folder: string): Promise<void> {
    const pc = new WinePc(folder, undefined);
    try {
      for (const [program, ...words] of NEW_WINDOWS) await pc.must(program, words, BOOT_MS);
    } finally {
      await pc.off();
    }
  }

  /** Where a file of drive C lies. */
  file(path: string): string {
    return join(this.prefix, 'drive_c', path.replace(/^C:\\/i, '').replaceAll('\\', '/'));
  }

  /** Every file below a folder, as Windows names it. */
  files(folder = 'C:'): string[] {
    const root = this.file(`${folder}\\`);
    return readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
      .map((path) => `${folder}\\${path.replaceAll('/', '\\')}`);
  }

  /** All of the registry, line by line. Wine writes it down when Windows is off. */
  registry(): string[] {
    return ['system.reg', 'user.reg', 'userdef.reg'].flatMap((name) =>
      readFileSync(join(this.prefix, name), 'utf8').split('\n'),
    );
  }

  /** A Windows program to its end, as an administrator, with nothing of our environment. */
  run(...words: readonly string[]): Promise<WindowsEnd> {
    return this.native('wine', words, COMMAND_MS);
  }

  /** The same, which has to succeed. */
  async does(...words: readonly string[]): Promise<string> {
    const { code, out, err } = await this.run(...words);
    if (code !== 0) throw new Error(`"${words.join(' ')}" ended with ${code}:\n${out}${err}`);
    return out;
  }

  /** The processes whose command line begins with this program and these words. */
  processes(line: string): number[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && this.isOurs(name))
      .filter((pid) => textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').startsWith(line))
      .map(Number);
  }

  /**
   * The one process of that line, as `processes`. What a program starts has its parent's line for the
   * moment before it is another program, so more than one are looked at again.
   */
  async onlyProcess(line: string): Promise<number> {
    return eventually(`one process runs "${line}"`, () => {
      const [first, ...more] = this.processes(line);
      return more.length === 0 ? first : undefined;
    });
  }

  /** As when the power is cut and comes back: what starts with Windows is started. */
  async reboot(): Promise<void> {
    await this.off();
    await this.boot();
  }

  /** Ends every process of it. */
  async off(): Promise<void> {
    await this.native('wineserver', ['-k'], COMMAND_MS);
    await eventually('Windows is off', () => {
      const left = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && this.isOurs(name));
      // A program that was just being started may not have noticed that its server is gone.
      left.forEach((pid) => endNow(Number(pid)));
      return left.length === 0 ? true : undefined;
    });
  }

  /**
   * Else Windows ends with the last program that is no service, and an agent is one to it: killed, it
   * would take its service manager along. A server that runs already does not learn it any more, and
   * the first program would start one that ends.
   */
  private async boot(): Promise<void> {
    await this.must('wineserver', ['-p'], COMMAND_MS);
    await this.must('wine', ['cmd', '/c', 'ver'], BOOT_MS);
  }

  private async must(program: string, words: readonly string[], patience: number): Promise<void> {
    const { code } = await this.native(program, words, patience);
    if (code === 0) return;
    throw new Error(`"${program} ${words.join(' ')}" ended with ${code}:\n${this.told.at(-1)}`);
  }

  private isOurs(pid: string): boolean {
    return textOf(`/proc/${pid}/environ`).includes(`WINEPREFIX=${this.prefix}\0`);
  }

  /** Output goes through files: under Wine a pipe from Linux is no standard output. */
  private async native(
    program: string,
    words: readonly string[],
    patienceMs: number,
  ): Promise<WindowsEnd> {
    this.commands += 1;
    const paths = ['out', 'err'].map((kind) =>
      join(this.folder, 'said', `${this.commands}.${kind}`),
    );
    const [out = '', err = ''] = paths;
    const files = paths.map((path) => openSync(path, 'w'));
    const [file = program, ...args] = [...LAUNCHER, program, ...words];
    const child = spawn(file, args, {
      cwd: this.folder,
      env: this.environment(),
      stdio: ['ignore', ...files],
      detached: true,
    });
    files.forEach((file) => closeSync(file));
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', resolve);
    });
    const late = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    const code = await ended.finally(() => clearTimeout(late));
    const end = { code, out: said(out), err: said(err) };
    this.told.push(`> ${[program, ...words].join(' ')}\n${end.out}${end.err}= ${code}`);
    return end;
  }

  private environment(): Record<string, string> {
    return {
      PATH: process.env['PATH'] ?? '/usr/bin:/bin',
      HOME: this.folder,
      WINEPREFIX: this.prefix,
      WINEARCH: 'win64',
      WINEDEBUG: '-all',
      ...(this.display === undefined ? {} : { DISPLAY: this.display }),
      // No browser engine and no .NET: it would ask for them in a window.
      WINEDLLOVERRIDES: 'mscoree,mshtml=',
    };
  }
}

const said = (file: string): string => readFileSync(file, 'utf8').replaceAll('\0', '');

/** Empty for a process that is gone. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES'].includes(reasonOf(error) ?? '')) return '';
    throw error;
  }
}
