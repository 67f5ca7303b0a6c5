import { PACKAGE_FILES, type Os } from '@kenny/contract';
import { Inject, Injectable } from '@nestjs/common';
import { createReadStream, type ReadStream } from 'node:fs';
import { open, readFile, type FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { KennyError } from '../kernel/index.js';
import { readZipEnd, ZIP_END_BYTES, zipAppendix, type ZipFile } from './zip.js';

/** DI token of the folder in which `npm run package:<os>` leaves a folder for each system. */
export const PACKAGES_FOLDER = Symbol('PACKAGES_FOLDER');
export type PackagesFolder = string;

/** `dist` of the workspace, as seen from the compiled file and from its source alike. */
export const WORKSPACE_PACKAGES: PackagesFolder = fileURLToPath(
  new URL('../../../../dist', import.meta.url),
);

/** Facts about a package that installers need. */
export interface Package {
  readonly version: string;
  /** `process.arch` of the target. */
  readonly arch: string;
  /** The archive's only folder. */
  readonly folder: string;
  readonly archive: { readonly name: string; readonly bytes: number; readonly sha256: string };
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
const SHA256 = /^[0-9a-f]{64}$/;

/** The packages this server offers. They are built separately and read anew for each answer. */
@Injectable()
export class Packages {
  constructor(@Inject(PACKAGES_FOLDER) private readonly folder: PackagesFolder) {}

  /** @throws KennyError `unsupported` for a system that has none yet, `conflict` with what to run */
  async find(os: Os): Promise<Package> {
    if (os === 'macos') {
      throw new KennyError(
        'unsupported',
        `A Mac cannot be added yet: kenny cannot read how one is, and has no installer for it.`,
      );
    }
    const found = parse(await this.manifest(os));
    if (found) return found;
    throw new KennyError(
      'conflict',
      `This server has no package for ${os}: run "npm run package:${os}" in its folder, then ask ` +
        'for the link again.',
    );
  }

  /** @throws KennyError as `find` */
  async archive(os: Os): Promise<{ bytes: number; stream: ReadStream }> {
    const { archive } = await this.find(os);
    const file = join(this.folder, os, archive.name);
    const handle = await open(file);
    const { size } = await handle.stat();
    return { bytes: size, stream: createReadStream(file, { fd: handle }) };
  }

  /**
   * The package as an archive that has these files as well; only for a ZIP, as Windows has it.
   * @throws KennyError as `find`, or `conflict` for a damaged one
   */
  async archiveWith(
    os: Os,
    files: readonly ZipFile[],
  ): Promise<{ bytes: number; stream: Readable }> {
    const { archive } = await this.find(os);
    const handle = await open(join(this.folder, os, archive.name));
    try {
      const { size } = await handle.stat();
      const last = await bytesOf(handle, Math.max(0, size - ZIP_END_BYTES), ZIP_END_BYTES);
      const end = readZipEnd(last, size);
      if (!end) throw damaged(os);
      const rest = zipAppendix(end, await bytesOf(handle, end.tableAt, end.tableBytes), files);
      const kept = handle.createReadStream({ start: 0, end: end.tableAt - 1 });
      const stream = Readable.from(joined(kept, rest), { objectMode: false });
      return { bytes: end.tableAt + rest.length, stream };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  private async manifest(os: Os): Promise<unknown> {
    try {
      return JSON.parse(await readFile(join(this.folder, os, PACKAGE_FILES.manifest), 'utf8'));
    } catch {
      return undefined; // never made, or in the middle of being made: the caller says what to do
    }
  }
}

async function bytesOf(handle: FileHandle, at: number, count: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(count), 0, count, at);
  return buffer.subarray(0, bytesRead);
}

/** The stream closes its file even when the reader disconnects. */
async function* joined(first: Readable, rest: Buffer): AsyncGenerator<Buffer> {
  for await (const part of first) yield part as Buffer;
  yield rest;
}

const damaged = (os: Os): KennyError =>
  new KennyError(
    'conflict',
    `The package for ${os} of this server is damaged: run "npm run package:${os}" in its folder.`,
  );

/** Its names end up in scripts and paths, so they are validated like any input. */
function parse(manifest: unknown): Package | undefined {
  const { version, arch, folder, archive } = fields(manifest);
  const { name, bytes, sha256 } = fields(archive);
  if (!isName(version) || !isName(arch) || !isName(folder) || !isName(name)) return undefined;
  if (typeof sha256 !== 'string' || !SHA256.test(sha256)) return undefined;
  if (typeof bytes !== 'number' || !Number.isSafeInteger(bytes) || bytes <= 0) return undefined;
  return { version, arch, folder, archive: { name, bytes, sha256 } };
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && NAME.test(value) && basename(value) === value;
}
