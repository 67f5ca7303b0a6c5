/** Stands where something was left out, so that nobody takes the rest for the whole. */
const cutMark = (left: number): string => `… [${left} more characters were left out]`;
const LEFT_OUT = '[left out: the answer was too long]';

/**
 * The same value with so many characters of text at most: long texts are cut, and what comes after
 * the budget is spent is left out. A value that fits comes back as it is.
 */
export function cutResult(value: unknown, characters: number): unknown {
  return JSON.stringify(value)?.length > characters ? new Cutter(characters).cut(value) : value;
}

class Cutter {
  constructor(private left: number) {}

  cut(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value !== 'object' || value === null) return this.whole(value);
    return Array.isArray(value) ? this.list(value) : this.object(value);
  }

  private text(value: string): string {
    const kept = value.slice(0, Math.max(0, this.left)).toWellFormed();
    this.left -= kept.length + 2;
    return kept.length < value.length ? `${kept}${cutMark(value.length - kept.length)}` : value;
  }

  private whole(value: unknown): unknown {
    this.left -= String(value).length;
    return value;
  }

  private list(value: readonly unknown[]): unknown[] {
    const kept: unknown[] = [];
    for (const item of value) {
      if (this.left <= 0) return [...kept, LEFT_OUT];
      kept.push(this.cut(item));
    }
    return kept;
  }

  private object(value: object): object {
    const kept: [string, unknown][] = [];
    for (const [key, item] of Object.entries(value)) {
      if (this.left <= 0) return Object.fromEntries([...kept, ['left_out', LEFT_OUT]]);
      this.left -= key.length + 4;
      kept.push([key, this.cut(item)]);
    }
    return Object.fromEntries(kept);
  }
}
