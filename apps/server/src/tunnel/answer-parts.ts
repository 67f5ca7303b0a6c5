import { CAPS, PiecedText, type FrameOf } from '@kenny/contract';

type Part = FrameOf<'response_part'>;

export type PartTaken =
  | { readonly kind: 'more'; readonly received: number }
  /** The text of the whole frame; `received` is all of it. */
  | { readonly kind: 'whole'; readonly received: number; readonly text: string }
  | { readonly kind: 'refused'; readonly reason: string };

/** Memory budget of incomplete answers over all connections. */
export class PartsBudget {
  private readonly holders = new Set<AnswerParts>();
  private bytes = 0;

  constructor(private readonly most: number = CAPS.partsAllBytes) {}

  /** Beyond the limit the largest holders are evicted, so that nobody crowds the others out. */
  add(bytes: number, holder: AnswerParts): void {
    this.holders.add(holder);
    this.bytes += bytes;
    while (this.bytes > this.most) {
      const largest = [...this.holders].reduce((a, b) => (b.bytes > a.bytes ? b : a));
      largest.giveWay();
    }
  }

  remove(bytes: number, holder: AnswerParts): void {
    this.bytes -= bytes;
    if (holder.bytes === 0) this.holders.delete(holder);
  }
}

/** Incomplete answers of one connection. */
export class AnswerParts {
  /** What they hold together. */
  bytes = 0;
  private readonly open = new Map<string, PiecedText>();

  /** @param onGiveWay - called for each evicted answer */
  constructor(
    private readonly budget: PartsBudget,
    private readonly onGiveWay: (id: string) => void,
  ) {}

  /** A part of a requested answer. After `refused` nothing of it is kept. */
  take(part: Part): PartTaken {
    const { id, size } = part;
    let answer = this.open.get(id);
    if (!answer) {
      if (this.open.size >= CAPS.partsOpen) return this.refuse(id, 'too many answers in parts');
      answer = new PiecedText(size);
      this.open.set(id, answer);
    }
    const before = answer.received;
    const fault = answer.add(part);
    if (fault !== undefined) return this.refuse(id, fault);
    const { received, whole: text } = answer;
    this.hold(received - before);
    if (this.bytes > CAPS.partsBytes) return this.refuse(id, 'too much of this PC at once');
    if (!this.open.has(id)) return { kind: 'refused', reason: 'too much of all PCs at once' };
    if (text === undefined) return { kind: 'more', received };
    this.drop(id);
    return { kind: 'whole', received, text };
  }

  has(id: string): boolean {
    return this.open.has(id);
  }

  /** True when there was something of it. */
  drop(id: string): boolean {
    const answer = this.open.get(id);
    if (!answer) return false;
    this.open.delete(id);
    this.bytes -= answer.received;
    this.budget.remove(answer.received, this);
    return true;
  }

  /** Others need the room. */
  giveWay(): void {
    for (const id of [...this.open.keys()]) {
      this.drop(id);
      this.onGiveWay(id);
    }
  }

  private hold(bytes: number): void {
    this.bytes += bytes;
    this.budget.add(bytes, this);
  }

  private refuse(id: string, reason: string): PartTaken {
    this.drop(id);
    return { kind: 'refused', reason };
  }
}
