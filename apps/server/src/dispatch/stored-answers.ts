import { CAPS, maskSecrets, parseFrame, PiecedText, type ArgsOf } from '@kenny/contract';

/** Result of `call_status`; `done` may carry a piece of the answer. */
type Said = Readonly<Record<string, unknown>>;

/** Size of the first piece: enough for a usual answer. */
const FIRST_BYTES = 16 * 1024;
/** Of all incomplete answers together. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Answers fetched from journals in pieces, over as many connections as it takes. */
export class StoredAnswers {
  /** By call, oldest first. */
  private readonly begun = new Map<string, PiecedText>();

  constructor(private readonly mostBytes: number = MOST_BYTES) {}

  /** Arguments of the next `call_status`. */
  question(id: string): ArgsOf<'call_status'> {
    const answer = this.begun.get(id);
    if (!answer) return { id, most: FIRST_BYTES };
    return { id, most: CAPS.storedPartBytes, from: answer.received };
  }

  received(id: string): number {
    return this.begun.get(id)?.received ?? 0;
  }

  /**
   * Adds a piece. Returns the whole once complete, `more` while it is not, undefined for nonsense.
   */
  take(id: string, asked: ArgsOf<'call_status'>, said: Said): Said | 'more' | undefined {
    const { state, size, text } = said;
    if (state !== 'done' || size === undefined) return said;
    if (typeof size !== 'number' || typeof text !== 'string') return undefined;
    const answer = this.begun.get(id) ?? new PiecedText(size);
    const from = asked.from ?? 0;
    if (answer.add({ size, from, text }) !== undefined || !isEnough(answer, from, asked)) {
      this.forget(id);
      return undefined;
    }
    const { whole } = answer;
    if (whole === undefined) {
      this.keep(id, answer);
      return 'more';
    }
    this.forget(id);
    const parsed = parseFrame(maskSecrets(whole), ['response']);
    return parsed.ok && parsed.frame.id === id ? { state, response: parsed.frame } : undefined;
  }

  forget(id: string): void {
    this.begun.delete(id);
  }

  private keep(id: string, answer: PiecedText): void {
    this.begun.set(id, answer);
    let bytes = [...this.begun.values()].reduce((sum, { received }) => sum + received, 0);
    for (const [oldest, { received }] of this.begun) {
      if (bytes <= this.mostBytes) return;
      this.begun.delete(oldest);
      bytes -= received;
    }
  }
}

/** A PC that sends a byte at a time would be asked forever. */
function isEnough(
  { received, size }: PiecedText,
  from: number,
  { most = 0 }: ArgsOf<'call_status'>,
): boolean {
  const longestCharacter = 4;
  return received === size || received - from > most - longestCharacter;
}
