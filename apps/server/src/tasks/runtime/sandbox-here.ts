import type { Places } from '../../config/index.js';
import { KennyError } from '../../kernel/index.js';
import { programOf } from '../types/index.js';
import { probeBubblewrap, type Bubblewrap } from './find-bwrap.js';

/** Folders in which programs are looked for inside the sandbox. */
export const SYSTEM_PATH = [
  ...['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'],
];

const ELSEWHERE =
  'Agents run in a sandbox on Linux only; use the docker runtime, or set KENNY_TASKS_SANDBOX=off ' +
  'to run them with all rights of the server';
const NOT_INSTALLED =
  'Agents run in a sandbox, and bubblewrap is not installed on the server (on Debian: apt-get ' +
  'install bubblewrap). KENNY_TASKS_SANDBOX=off runs them without one: they can read what it can';

export type UsableBubblewrap = Extract<Bubblewrap, { file: string }>;

/** Whether this machine can put a program into a sandbox. */
export class SandboxHere {
  private found: UsableBubblewrap | null = null;

  constructor(private readonly places: Pick<Places, 'path'>) {}

  /** What worked once is not tried again: a launch says so if it is gone. */
  async find(): Promise<Bubblewrap> {
    if (this.found) return this.found;
    if (process.platform !== 'linux') return { unavailable: ELSEWHERE };
    const file = await programOf('bwrap', [...this.places.path, ...SYSTEM_PATH]);
    if (file === null) return { unavailable: NOT_INSTALLED };
    const found = await probeBubblewrap(file);
    if ('file' in found) this.found = found;
    return found;
  }

  /** @throws KennyError `unavailable` */
  async mustFind(): Promise<UsableBubblewrap> {
    const found = await this.find();
    if ('unavailable' in found) throw new KennyError('unavailable', found.unavailable);
    return found;
  }
}
