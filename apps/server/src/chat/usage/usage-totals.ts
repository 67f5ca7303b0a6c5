import { MODEL_FAULTS } from '@kenny/contract';
import type { Used, UsedTool, UsedTurn } from './usage-reader.js';

export const USAGE_CATEGORIES = ['tokens', 'performance', 'tools', 'errors'] as const;
type Category = (typeof USAGE_CATEGORIES)[number];

/** The one service that models are asked of. */
export const MODEL_PROVIDER = 'Anthropic';

/** Tokens by the names of the API, and by ours. */
const KINDS = {
  input: 'input_tokens',
  output: 'output_tokens',
  cacheRead: 'cache_read_input_tokens',
  cacheWrite: 'cache_creation_input_tokens',
} as const;
type Kind = keyof typeof KINDS;
export const TOKEN_KINDS = Object.keys(KINDS) as Kind[];
export type TokenCounts = Record<Kind | 'total', number>;

/** Nothing yet. */
export function noTokens(): TokenCounts {
  return { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
}

export function addTokens(all: TokenCounts, usage: UsedTurn['usage']): void {
  for (const [kind, name] of Object.entries(KINDS)) {
    const count = usage[name] ?? 0;
    all[kind as Kind] += count;
    all.total += count;
  }
}

/** Whether a model was asked at all. */
export function hasUsage({ usage }: Pick<UsedTurn, 'usage'>): boolean {
  return Object.keys(usage).length > 0;
}

/** How long things of one kind took. */
class Durations {
  readonly statuses: Record<string, number> = {};
  private count = 0;
  private sum = 0;
  private min = Infinity;
  private max = 0;

  add(status: string, ms: number): void {
    count(this.statuses, status);
    this.count += 1;
    this.sum += ms;
    this.min = Math.min(this.min, ms);
    this.max = Math.max(this.max, ms);
  }

  get view() {
    const [min, avg, max] = [this.min, this.sum / this.count, this.max].map(inTenths);
    return { count: this.count, statuses: this.statuses, durationMs: { min, avg, max } };
  }
}

/** What was used in a time, added up one by one. */
export class UsageTotals {
  private readonly byCategory: Record<Category, number> = {
    ...{ tokens: 0, performance: 0, tools: 0, errors: 0 },
  };
  private readonly byEvent: Record<string, number> = {};
  private readonly tokens = noTokens();
  private readonly durations = new Map<string, Durations>();
  private readonly tools = { resultBytes: 0, byName: {}, byStatus: {} };
  private readonly errors = { byEvent: {}, byClass: {}, byProvider: {}, byCode: {} };

  add(used: Used): void {
    if (used.kind === 'turn') this.addTurn(used);
    else this.addTool(used);
  }

  get view() {
    const { byCategory, byEvent, tokens, tools, errors } = this;
    return {
      recordCount: Object.values(byCategory).reduce((all, one) => all + one, 0),
      ...{ recordsByCategory: { ...byCategory }, recordsByEvent: byEvent },
      usageStats: { modelUsageEvents: byCategory.tokens, totals: tokens },
      performance: {
        events: Object.fromEntries([...this.durations].map(([name, { view }]) => [name, view])),
      },
      tools: { calls: byCategory.tools, ...tools },
      errors: { count: byCategory.errors, ...errors },
    };
  }

  private addTurn(turn: UsedTurn): void {
    if (hasUsage(turn)) {
      addTokens(this.tokens, turn.usage);
      this.note('tokens', 'modelUsage');
    }
    if (turn.durationMs !== null) this.took('turn', turn.status, turn.durationMs);
    if (turn.fault === null) return;
    const { fault } = turn;
    this.failed('turnFailed', 'turn', fault);
    if (Object.hasOwn(MODEL_FAULTS, fault)) count(this.errors.byProvider, MODEL_PROVIDER);
  }

  private addTool({ tool, status, fault, durationMs, bytes }: UsedTool): void {
    this.note('tools', 'toolCall');
    this.tools.resultBytes += bytes;
    count(this.tools.byName, tool);
    count(this.tools.byStatus, status);
    this.took('tool', status, durationMs);
    if (fault !== null) this.failed('toolFailed', 'tool', fault);
  }

  private took(what: string, status: string, ms: number): void {
    const durations = this.durations.get(what) ?? new Durations();
    this.durations.set(what, durations);
    durations.add(status, ms);
    this.note('performance', `${what}Duration`);
  }

  private failed(event: string, kind: string, code: string): void {
    this.note('errors', event);
    count(this.errors.byEvent, event);
    count(this.errors.byClass, kind);
    count(this.errors.byCode, code);
  }

  private note(category: Category, event: string): void {
    this.byCategory[category] += 1;
    count(this.byEvent, event);
  }
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

function inTenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}
