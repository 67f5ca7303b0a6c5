import { createReadStream, existsSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { canonicalText } from '@kenny/kernel';
import type { ServerIdentity } from '../config/index.js';
import { isLossClaim, type LossClaim } from './loss/chain-loss.js';

/** Signed statement: at this time row `seq` of the chain had the hash `head`. */
export interface Checkpoint {
  readonly chain: string;
  readonly seq: number;
  readonly head: string;
  /** ISO 8601. */
  readonly time: string;
  /** Only for the row that accepts a loss: checkpoints start anew from it. */
  readonly loss?: LossClaim;
}

/** One line of the file: a checkpoint that this server signed, or what is wrong with it. */
export interface CheckpointLine {
  readonly line: number;
  readonly checkpoint?: Checkpoint;
  readonly trouble?: 'unreadable' | 'unsigned';
}

/** Domain separation: the same key also signs handshakes. */
const LABEL = 'kenny-audit-checkpoint-v1\0';

const signedBytes = ({ chain, seq, head, time, loss }: Checkpoint): Buffer =>
  Buffer.from(LABEL + canonicalText({ chain, seq, head, time, ...(loss && { loss }) }), 'utf8');

/** Signed lines beside the database; appended, never rewritten. One process writes it. */
export class CheckpointFile {
  private handle: FileHandle | undefined;

  constructor(
    readonly file: string,
    private readonly identity: ServerIdentity,
  ) {}

  /** Resolves when the line is on the disk. */
  async append(checkpoint: Checkpoint): Promise<void> {
    const signature = this.identity.sign(signedBytes(checkpoint)).toString('base64');
    this.handle ??= await openForAppend(this.file);
    try {
      await this.handle.appendFile(`${JSON.stringify({ ...checkpoint, signature })}\n`);
      await this.handle.datasync();
    } catch (error) {
      // The rest of the line must not swallow the next one, which checks the end first.
      await this.close();
      throw error;
    }
  }

  /** Every line in order. Memory stays flat. */
  async *lines(): AsyncGenerator<CheckpointLine> {
    if (!existsSync(this.file)) return;
    const lines = createInterface({
      input: createReadStream(this.file, 'utf8'),
      crlfDelay: Infinity,
    });
    let line = 0;
    for await (const text of lines) {
      line += 1;
      const checkpoint = parse(text);
      if (!checkpoint) yield { line, trouble: 'unreadable' };
      else if (this.isOurs(checkpoint)) yield { line, checkpoint };
      else yield { line, trouble: 'unsigned' };
    }
  }

  async close(): Promise<void> {
    await this.handle?.close();
    this.handle = undefined;
  }

  private isOurs(checkpoint: Checkpoint & { signature: string }): boolean {
    return this.identity.verify(
      signedBytes(checkpoint),
      Buffer.from(checkpoint.signature, 'base64'),
    );
  }
}

/** A power cut may have left half a line: the next one must not continue it. */
async function openForAppend(file: string): Promise<FileHandle> {
  const handle = await open(file, 'a+', 0o600);
  const { size } = await handle.stat();
  if (size > 0) {
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
    if (buffer[0] !== 0x0a) await handle.appendFile('\n');
  }
  return handle;
}

function parse(text: string): (Checkpoint & { signature: string }) | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { chain, seq, head, time, loss, signature } = value as Partial<Record<string, unknown>>;
  const whole = typeof seq === 'number' && Number.isSafeInteger(seq) && seq > 0;
  const texts = [chain, head, time, signature];
  if (!whole || !texts.every((entry) => typeof entry === 'string')) return undefined;
  if (loss !== undefined && !isLossClaim(loss)) return undefined;
  return value as Checkpoint & { signature: string };
}
