import type { Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import {
  calendarRange,
  TokenBuckets,
  USAGE_CATEGORIES,
  UsageReader,
  UsageTotals,
  type CalendarRange,
  type Period,
} from '../../../chat/index.js';
import { CLOCK } from '../../../kernel/index.js';
import type { RpcHandlers } from '../rpc-call.js';

type Names = 'logging/stats' | 'logging/tokenCsv';

const USUAL_BUCKET: Period = 'day';

/** What the operator's own conversations have used; nothing is in files. */
@Injectable()
export class LoggingMethods {
  readonly handlers: RpcHandlers<Names>;

  constructor(usage: UsageReader, @Inject(CLOCK) clock: Clock) {
    this.handlers = {
      'logging/stats': async ({ ctx, request: { signal } }, { range: asked }) => {
        const range = calendarRange(asked, clock.now());
        const totals = new UsageTotals();
        for await (const used of usage.of(ctx.principal, range, signal)) totals.add(used);
        return {
          ...{ range: rangeView(range), logDir: null, enabledCategories: [...USAGE_CATEGORIES] },
          ...totals.view,
        };
      },
      'logging/tokenCsv': async ({ ctx, request: { signal } }, { range: asked, bucket }) => {
        const range = calendarRange(asked, clock.now());
        const buckets = new TokenBuckets((bucket as Period | undefined | null) ?? USUAL_BUCKET);
        for await (const used of usage.of(ctx.principal, range, signal)) {
          if (used.kind === 'turn') buckets.add(used);
        }
        return { csv: buckets.csv };
      },
    };
  }
}

function rangeView({ input, count, unit, start, end }: CalendarRange): Record<string, unknown> {
  const [startAt, endAt] = [start, end].map((at) => new Date(at).toISOString());
  return { input, count, unit, startAt, endAt };
}
