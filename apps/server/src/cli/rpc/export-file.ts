import { constants } from 'node:fs';
import { lstat, open, realpath, rename, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { codeOf, fileReason } from '../errors.js';
import type { Params } from '@kenny/jsonrpc';
import { invalid } from './refusal.js';
import { EXPORT_FORMATS, EXTENSIONS, type ExportFormat } from './render-transcript.js';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
const PRIVATE = 0o600;

export interface WantedExport {
  readonly format: ExportFormat;
  /** Relative to the editor's folder, or absolute inside it. */
  readonly path: string;
  readonly overwrite: boolean;
}

/** @throws RpcError `invalid_params` */
export function wantedExport(params: Params, conversation: string): WantedExport {
  const named = params['format'] ?? 'markdown';
  const format = EXPORT_FORMATS.find((known) => known === (named === 'md' ? 'markdown' : named));
  if (!format) throw invalid(`Unsupported export format: ${shown(named)}`);
  const path = params['path'] ?? `kenny-${conversation}.${EXTENSIONS[format]}`;
  if (typeof path !== 'string' || path.includes('\0')) throw invalid('path: a text is expected');
  return { format, path, overwrite: params['overwrite'] === true };
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 100) : typeof value;
}

/**
 * Writes a file that only this user can read, inside `root` and through no symbolic link.
 * @param path - relative to `root`
 * @returns its absolute path
 * @throws RpcError `invalid_params` in words
 */
export async function writeExport(
  root: string,
  path: string,
  text: string,
  { overwrite }: { overwrite: boolean },
): Promise<string> {
  const file = resolve(root, path);
  const inside = relative(root, file);
  if (inside === '' || inside.startsWith(`..${sep}`) || inside === '..' || isAbsolute(inside)) {
    throw invalid(`export path outside workspace or session directory: ${path}`);
  }
  await refuseLinks(root, inside, path);
  try {
    if (overwrite) await replace(file, text);
    else await writeNew(file, text);
  } catch (error) {
    if (codeOf(error) === '') throw error;
    const hint =
      codeOf(error) === 'EEXIST' ? ' Choose another path, or send "overwrite": true.' : '';
    throw invalid(`${path} cannot be written: ${fileReason(error)}.${hint}`);
  }
  return file;
}

/** A link on the way could lead out of the folder, whatever the path says. */
async function refuseLinks(root: string, inside: string, path: string): Promise<void> {
  const parent = dirname(join(root, inside));
  const real = await realpath(parent).catch((error: unknown) => {
    throw invalid(`${path} cannot be written: ${fileReason(error)}.`);
  });
  const found = await lstat(join(root, inside)).catch(() => undefined);
  if (real === parent && found?.isSymbolicLink() !== true) return;
  throw invalid(`${path} leads over a symbolic link; name the real path.`);
}

async function writeNew(file: string, text: string): Promise<void> {
  const handle = await open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, PRIVATE);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** The old file stays whole until the new one is. */
async function replace(file: string, text: string): Promise<void> {
  const fresh = `${file}.${randomUUID()}.tmp`;
  await writeNew(fresh, text);
  try {
    await rename(fresh, file);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}
