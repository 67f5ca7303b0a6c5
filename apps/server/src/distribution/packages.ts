import { PACKAGE_FILES, type Os } from '@kenny/contract';
import { Inject, Injectable } from '@nestjs/common';
import { createReadStream, type ReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KennyError } from '../errors/index.js';

/** DI token of the folder in which `npm run package:<os>` leaves a folder for each system. */
export const PACKAGES_FOLDER = Symbol('PACKAGES_FOLDER');
export type PackagesFolder = string;

/** `dist` of the workspace, as seen from the compiled file and from its source alike. */
export const WORKSPACE_PACKAGES: PackagesFolder = fileURLToPath(
  new URL('../../../../dist', import.meta.url),
);

/** What an installer needs to know of a package. */
export interface Package {
  readonly version: string;
  /** Of the processor, as Node names it. */
  readonly arch: string;
  /** The archive's only folder. */
  readonly folder: string;
  readonly archive: { readonly name: string; readonly bytes: number; readonly sha256: string };
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
const SHA256 = /^[0-9a-f]{64}$/;

/** The packages this server hands out. They are made beside it and read again for each answer. */
@Injectable()
export class Packages {
  constructor(@Inject(PACKAGES_FOLDER) private readonly folder: PackagesFolder) {}

  /** @throws KennyError `unsupported` for a system that has none yet, `conflict` with what to run */
  async find(os: Os): Promise<Package> {
    if (os !== 'linux') {
      throw new KennyError(
        'unsupported',
        `There is no installer for ${os} yet; the agent is set up there by hand, with the lines of ` +
          '"kenny agent rekey".',
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

  private async manifest(os: Os): Promise<unknown> {
    try {
      return JSON.parse(await readFile(join(this.folder, os, PACKAGE_FILES.manifest), 'utf8'));
    } catch {
      return undefined; // never made, or in the middle of being made: the caller says what to do
    }
  }
}

/** Its names stand in a script and in paths, so they are judged like everything from a file. */
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
