import { EXIT_CODES } from '@kenny/contract/agent';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fitPicture } from '../fit-picture.js';
import { decodePng } from '../png-decode.js';
import { errorText } from '../../errors/error-code.js';
import { findProgram } from '../../platform/find-program.js';
import { runRaw } from './run-raw.js';
import { SCREEN_TOOLS, type ScreenTool } from './screen-tools.js';
import type { Desktop } from './desktop.js';

/** Exit code of the child when none of the programs is there. */
export const NO_TOOL_EXIT = EXIT_CODES.refused;
const TOOL_MS = 20_000;

/** No program of this PC can take a picture. */
export class NoScreenTool extends Error {
  override readonly name = 'NoScreenTool';
}

/**
 * A picture of all screens of the desktop that this process belongs to, as a PNG within the caps: the
 * first program that is there and gives one. Blocks while it scales, so it has a process of its own.
 * @throws NoScreenTool, or Error with the words of the programs that failed
 */
export async function takePicture(
  kind: Desktop['kind'],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Buffer> {
  const tools = SCREEN_TOOLS[kind];
  const failures: string[] = [];
  for (const tool of tools) {
    const file = await findProgram(tool.program);
    if (file === undefined) continue;
    try {
      return fitPicture(decodePng(await pictureBy(tool, file, env)));
    } catch (error) {
      failures.push(`${tool.program}: ${errorText(error)}`);
    }
  }
  if (failures.length > 0) throw new Error(failures.join('; '));
  const names = tools.map(({ program }) => program).join(', ');
  const words = kind === 'x11' ? 'X11' : 'Wayland';
  throw new NoScreenTool(
    `no program that takes pictures is installed on this PC; its desktop runs under ${words}, so ` +
      `install one of ${names}`,
  );
}

async function pictureBy(
  { args, into }: ScreenTool,
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Buffer> {
  if (into === 'output') return runRaw(file, args, env, TOOL_MS);
  const folder = await mkdtemp(join(tmpdir(), 'kenny-picture-'));
  try {
    const picture = join(folder, 'screen.png');
    await runRaw(file, [...args, picture], env, TOOL_MS);
    return await readFile(picture);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
