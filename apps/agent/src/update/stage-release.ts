import { SERVICE_NAME, wireArch, type ReleaseManifest } from '@kenny/contract/agent';
import { createHash, type Hash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { ToolFailure } from '../errors/tool-failure.js';
import { errorCode } from '../errors/error-code.js';
import { runProgram } from '../platform/run-program.js';
import { parseJsonObject } from '../platform/state-files.js';
import { openRelease, readAll, type ReleaseSource } from './fetch-release.js';
import { isSame } from './update-record.js';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR } = constants;
const TRY_OUT_MS = 20_000;
const SAID_BYTES = 16 * 1024;
const BLOCK_BYTES = 1024 * 1024;

/**
 * Writes the release to `file` and keeps it, executable, only if it matches the manifest: hashed
 * while written, and again when read back.
 * @throws ToolFailure
 */
export async function stageRelease(
  url: string,
  file: string,
  manifest: ReleaseManifest,
  source: ReleaseSource,
): Promise<void> {
  await rm(file, { force: true });
  // `O_EXCL`: never write into a file or link that somebody prepared under this name.
  const handle = await open(file, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o700);
  try {
    await download(handle, url, manifest, source);
    await handle.sync();
    if ((await readBack(handle)).digest('hex') !== manifest.sha256) {
      throw new ToolFailure('exec_failed', 'what was written is not what is on the disk');
    }
    await handle.chmod(0o755);
    await handle.close();
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(file, { force: true });
    throw explained(error);
  }
}

async function download(
  handle: FileHandle,
  url: string,
  { size, sha256 }: ReleaseManifest,
  source: ReleaseSource,
): Promise<void> {
  const hash = createHash('sha256');
  let bytes = 0;
  await readAll(await openRelease(url, source), source.signal, async (chunk) => {
    bytes += chunk.length;
    if (bytes > size) {
      throw new ToolFailure('exec_failed', `the download is longer than the ${size} bytes it says`);
    }
    hash.update(chunk);
    await handle.writeFile(chunk);
  });
  if (bytes !== size) {
    throw new ToolFailure('exec_failed', `the download has ${bytes} bytes instead of ${size}`);
  }
  if (hash.digest('hex') !== sha256) {
    throw new ToolFailure('exec_failed', 'the download is not the file of the manifest (SHA-256)');
  }
}

async function readBack(handle: FileHandle): Promise<Hash> {
  const hash = createHash('sha256');
  const block = Buffer.alloc(BLOCK_BYTES);
  for (let at = 0; ;) {
    const { bytesRead } = await handle.read(block, 0, block.length, at);
    if (bytesRead === 0) return hash;
    hash.update(block.subarray(0, bytesRead));
    at += bytesRead;
  }
}

/** A full or missing disk is for the operator to know; anything else is a bug. */
function explained(error: unknown): unknown {
  const code = errorCode(error);
  if (error instanceof ToolFailure || code === undefined) return error;
  return new ToolFailure('exec_failed', `the new version cannot be written here (${code})`);
}

/**
 * Runs the new program once, harmlessly: it must start on this PC and report what its manifest
 * says.
 * @throws ToolFailure with its output
 */
export async function tryOut(
  file: string,
  manifest: ReleaseManifest,
  signal: AbortSignal,
): Promise<void> {
  const said = await runProgram({
    file,
    args: ['version', '--json'],
    timeoutMs: TRY_OUT_MS,
    signal,
    maxOutputBytes: SAID_BYTES,
  });
  if (said.exit_code !== 0) {
    const words = said.stderr.trim().split('\n').at(-1)?.slice(0, 200);
    const end = said.timed_out ? 'it took too long' : `exit code ${said.exit_code ?? 'none'}`;
    const why = said.failure?.message ?? (words || end);
    throw new ToolFailure('exec_failed', `the new version does not run on this PC: ${why}`);
  }
  const { name, version, os, arch } = parseJsonObject(said.stdout) ?? {};
  const fits =
    name === SERVICE_NAME &&
    typeof version === 'string' &&
    isSame(version, manifest.version) &&
    os === manifest.os &&
    typeof arch === 'string' &&
    wireArch(arch) === manifest.arch;
  if (fits) return;
  throw new ToolFailure('exec_failed', 'the new version is not the one that its manifest names');
}
