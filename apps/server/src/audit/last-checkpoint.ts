import type { ServerIdentity } from '../config/index.js';
import { CheckpointFile } from './checkpoint-file.js';

/** What the end of a checkpoint file says about the key that goes on with it. */
export interface LastCheckpoint {
  /** Of the last line that this key has signed; 0 when it has signed none. */
  readonly seq: number;
  /** A later line bears the signature of another key: this one is older than the file. */
  readonly outdated: boolean;
}

export async function lastCheckpoint(
  file: string,
  identity: ServerIdentity,
): Promise<LastCheckpoint> {
  let seq = 0;
  let outdated = false;
  for await (const { checkpoint, trouble } of new CheckpointFile(file, identity).lines()) {
    if (checkpoint) {
      seq = checkpoint.seq;
      outdated = false;
    } else if (trouble === 'unsigned') outdated = true;
  }
  return { seq, outdated };
}
