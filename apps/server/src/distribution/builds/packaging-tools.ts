import type { Os } from '@kenny/contract';
import { Inject, Injectable } from '@nestjs/common';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import { PACKAGES_FOLDER, type PackagesFolder } from '../packages.js';
import type { PackagerSpec } from './packager-process.js';

/** DI token of the folder with a packaging program for each system; a checkout alone has it. */
export const PACKAGING_FOLDER = Symbol('PACKAGING_FOLDER');
export type PackagingFolder = string;

/** `tools/package` of the workspace, as seen from the compiled file and from its source alike. */
export const WORKSPACE_PACKAGING: PackagingFolder = fileURLToPath(
  new URL('../../../../../tools/package', import.meta.url),
);

/** What the child may know: where programs, its settings and temporary files are, and no secret. */
const HANDED_ON = ['HOME', 'XDG_CONFIG_HOME'];

/** The packaging programs of this server, if it has any. */
@Injectable()
export class PackagingTools {
  constructor(
    @Inject(PACKAGING_FOLDER) private readonly folder: PackagingFolder,
    @Inject(PACKAGES_FOLDER) private readonly packages: PackagesFolder,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'places' | 'releaseKey'>,
  ) {}

  /** Null when it can be built here; else why not and what to do; undefined: it was never foreseen. */
  obstacle(os: Os): string | null | undefined {
    if (!existsSync(this.programOf(os))) return undefined;
    const { platform, arch } = process;
    if (os === 'windows' && !(platform === 'linux' && arch === 'x64')) {
      return 'A package for Windows is built on Linux with an x64 processor. Build it there with "npm run package:windows" and copy dist/windows here.';
    }
    if (os === 'linux' && platform !== 'linux') {
      return 'A package for Linux is built on Linux. Build it there with "npm run package:linux" and copy dist/linux here.';
    }
    return null;
  }

  spec(os: Os): PackagerSpec {
    const { places, releaseKey } = this.config;
    const folders = Object.entries(places.variables).filter(([name]) => HANDED_ON.includes(name));
    // Agents take the releases that this server is told to judge; else those of the person's own key.
    const key = releaseKey === null ? [] : ['--release-pubkey', releaseKey.toString('base64')];
    return {
      program: this.programOf(os),
      args: ['--as-built', '--out', join(this.packages, os), ...key],
      env: {
        ...{ PATH: places.path.join(delimiter), TMPDIR: tmpdir() },
        ...Object.fromEntries(folders),
      },
    };
  }

  private programOf(os: Os): string {
    return join(this.folder, `${os}.mjs`);
  }
}
