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

/** Exit code of the child when no such program is installed. */
export const NO_TOOL_EXIT = EXIT_CODES.refused;
const TOOL_MS = 20_000;

export class NoScreenTool extends Error {
  override readonly name = 'NoScreenTool';
}

/**
 * All screens of this process's desktop as a PNG within the caps, from the first installed program
 * that delivers one. Blocks while it scales, so it runs in its own process.
 * @throws NoScreenTool, or Error with the output of the programs that failed
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
