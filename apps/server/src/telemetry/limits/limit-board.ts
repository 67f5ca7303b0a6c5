import type { LimitView } from '@kenny/contract';
import { limitsInForce, THRESHOLDS, type LimitNumbers } from '@kenny/health';
import { Inject, Injectable } from '@nestjs/common';
import { AgentsService } from '../../auth/index.js';
import type { HealthLimitEntity } from '../entities/index.js';

/** Where a limit is: of what, and of whom. */
export type LimitPlace = Pick<HealthLimitEntity, 'scope' | 'subject' | 'section' | 'field'>;

const NONE: readonly LimitView[] = [];

/** Every limit that was moved, in memory, in step with what is committed. */
@Injectable()
export class LimitBoard {
  private readonly stored = new Map<string, Map<string, LimitView>>();

  constructor(@Inject(AgentsService) private readonly agents: Pick<AgentsService, 'getByUid'>) {}

  /** What counts for a PC: its own limits before those of its tags. */
  inForce(agentUid: string): readonly LimitView[] {
    if (this.stored.size === 0) return NONE;
    const tags = this.agents.getByUid(agentUid)?.tags ?? [];
    const ofTags = tags.flatMap((tag) => this.of('tag', tag));
    return limitsInForce(THRESHOLDS, this.of('pc', agentUid), ofTags);
  }

  /** Those of all tags, by tag. */
  ofTags(): LimitView[] {
    const views = [...this.stored.values()].flatMap((limits) => [...limits.values()]);
    return views
      .filter(({ tag }) => tag !== undefined)
      .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  }

  numbersAt(place: LimitPlace): LimitNumbers | undefined {
    const found = this.stored.get(ownerOf(place))?.get(keyOf(place));
    return found && { warn: found.warn, crit: found.crit };
  }

  set({ by_name, at, ...limit }: HealthLimitEntity): void {
    const { section, field, warn, crit } = limit;
    const limits = this.stored.get(ownerOf(limit)) ?? new Map<string, LimitView>();
    const tag = limit.scope === 'tag' ? { tag: limit.subject } : {};
    const view = {
      section,
      field,
      warn,
      crit,
      ...tag,
      by: by_name,
      at: new Date(at).toISOString(),
    };
    this.stored.set(ownerOf(limit), limits.set(keyOf(limit), view));
  }

  remove(place: LimitPlace): void {
    const limits = this.stored.get(ownerOf(place));
    limits?.delete(keyOf(place));
    if (limits?.size === 0) this.stored.delete(ownerOf(place));
  }

  /** All of a PC that is gone. */
  forget(agentUid: string): void {
    this.stored.delete(ownerOf({ scope: 'pc', subject: agentUid }));
  }

  private of(scope: LimitPlace['scope'], subject: string): LimitView[] {
    return [...(this.stored.get(ownerOf({ scope, subject }))?.values() ?? [])];
  }
}

const ownerOf = ({ scope, subject }: Pick<LimitPlace, 'scope' | 'subject'>): string =>
  `${scope} ${subject}`;
const keyOf = ({ section, field }: Pick<LimitPlace, 'section' | 'field'>): string =>
  `${section} ${field}`;
const nameOf = ({ tag = '', section, field }: LimitView): string => `${tag} ${section} ${field}`;
