import { spawnSync } from 'node:child_process';
import { installPackages } from '@kenny/testing';

/** A program of a package of Debian that specs need. */
const PACKAGES = { bwrap: 'bubblewrap', jq: 'jq', git: 'git', uuidgen: 'uuid-runtime' } as const;

/** Tests that need programs of this machine; where they cannot be had, one line says why. */
export function describeWith(
  programs: readonly (keyof typeof PACKAGES)[],
  name: string,
  tests: () => void,
): void {
  const why = process.platform === 'linux' ? missing(programs) : 'it is not Linux';
  if (why === undefined) {
    describe(name, tests);
    return;
  }
  process.stdout.write(`not on this machine: ${name} (${why})\n`);
  describe.skip(name, tests);
}

function missing(programs: readonly (keyof typeof PACKAGES)[]): string | undefined {
  const absent = programs.filter((program) => !isHere(program));
  if (absent.length === 0) return undefined;
  return installPackages(...absent.map((program) => PACKAGES[program]));
}

const isHere = (program: string): boolean =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
