import { csvCell } from '@kenny/kernel';
import { KennyError } from '../../kernel/index.js';
import { endOf, startOf, type Period } from './calendar.js';
import type { UsedTurn } from './usage-reader.js';
import { addTokens, hasUsage, MODEL_PROVIDER, noTokens, type TokenCounts } from './usage-totals.js';

const HEADER = [
  ...['bucket_start', 'bucket_end', 'provider', 'model', 'events', 'input_tokens'],
  ...['output_tokens', 'cache_read_tokens', 'cache_write_tokens', 'total_tokens'],
];
/** A table that a person can still open. */
const MOST = 20_000;

interface Bucket {
  readonly start: number;
  readonly model: string;
  readonly tokens: TokenCounts;
  events: number;
}

/** Tokens by period and model; a period without any has no row. */
export class TokenBuckets {
  private readonly buckets = new Map<string, Bucket>();

  constructor(private readonly period: Period) {}

  /** @throws KennyError `bad_args` for too many rows */
  add(turn: UsedTurn): void {
    if (!hasUsage(turn)) return;
    const start = startOf(this.period, turn.at);
    const key = `${start} ${turn.model}`;
    const bucket = this.buckets.get(key) ?? this.made(key, start, turn.model);
    bucket.events += 1;
    addTokens(bucket.tokens, turn.usage);
  }

  get csv(): string {
    const rows = [...this.buckets.values()]
      .sort((a, b) => a.start - b.start || (a.model < b.model ? -1 : 1))
      .map(({ start, model, events, tokens }) => [
        ...[iso(start), iso(endOf(this.period, start)), MODEL_PROVIDER, modelCell(model), events],
        ...[tokens.input, tokens.output, tokens.cacheRead, tokens.cacheWrite, tokens.total],
      ]);
    return [HEADER, ...rows].map((row) => `${row.join(',')}\n`).join('');
  }

  private made(key: string, start: number, model: string): Bucket {
    if (this.buckets.size >= MOST) {
      const words = `More than ${MOST} rows: ask for a shorter range or a longer bucket`;
      throw new KennyError('bad_args', words);
    }
    const bucket = { start, model, tokens: noTokens(), events: 0 };
    this.buckets.set(key, bucket);
    return bucket;
  }
}

/** Most names need no quotes; what was typed by a person is escaped. */
function modelCell(model: string): string {
  return /^[A-Za-z0-9][\w.:/-]*$/.test(model) ? model : csvCell(model);
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
