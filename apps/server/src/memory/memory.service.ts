import {
  AGENT_ID_PATTERN,
  MEMORY_LIMITS,
  type AddMemoryBody,
  type MemoryEntry,
  type MemoryLayer,
  type MemorySource,
  type MemoryView,
} from '@kenny/contract';
import { DAY_MS, type Clock } from '@kenny/kernel';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { AuditLog, type AuditEntry } from '../audit/index.js';
import { AgentsService, by } from '../auth/index.js';
import { storable, Writer, type Tx } from '../database/index.js';
import { CLOCK, KennyError, maySee, type CallContext } from '../kernel/index.js';
import { mustBeOperator, OperatorSettings } from '../settings/index.js';
import { inferFrom, sameness, type Inferred } from './infer.js';
import type { MemoryEntity } from './memory.entity.js';
import { MemoryRows } from './memory-rows.js';
import { Retrievals, type MemoryWhy } from './retrievals.js';
import { relevanceOf, TOLD_AT_ONCE, wordsOf } from './relevance.js';

/** In hundredths; the reference of seed 004 has these figures. */
const CONFIDENCE = { core: 100, manual: 65, inferred: 55 } as const;
const SOFT_DAYS = 60;
const EVERYWHERE = 'global';
const AGENT_SCOPE = new RegExp(`^agent:(${AGENT_ID_PATTERN.replace(/^\^|\$$/g, '')})$`);

/** What a conversation is told, as lines, and why it is these. */
export interface Retrieved {
  readonly block: string | null;
  readonly why: MemoryWhy;
}

/** PCs that a caller may see; `unknown_agent` for all others. */
export interface KnownPcs {
  mustGet(ctx: Pick<CallContext, 'principal'>, id: string): { readonly agent_id: string };
}

/** Which conversation asks. */
export interface Remembering {
  readonly session_id: string;
  readonly agent_id: string | null;
}

export interface Summarised {
  /** The operator's own messages of one conversation. */
  readonly messages: readonly string[];
  readonly agent_id: string | null;
  /** Whether a PC or the model said it before: then it is no word of the operator's. */
  readonly saidByOthers: (text: string) => Promise<boolean>;
}

/**
 * What is remembered for each operator (ADR 0064): off until they switch it on, told to their own
 * conversations alone, made of their own words alone.
 */
@Injectable()
export class MemoryService {
  private readonly logger = new Logger(MemoryService.name);
  private readonly retrievals = new Retrievals();

  constructor(
    private readonly rows: MemoryRows,
    private readonly writer: Writer,
    private readonly settings: OperatorSettings,
    @Inject(AgentsService) private readonly agents: KnownPcs,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** What the caller has stored, forgotten ones only when asked for. Works while it is off. */
  async list(ctx: CallContext, { include_inactive = false } = {}): Promise<MemoryView> {
    const operator_id = mustBeOperator(ctx);
    const { memory } = await this.settings.of(operator_id);
    const all = await this.rows.all(operator_id);
    const now = this.clock.now();
    const shown = all
      .filter((one) => include_inactive || (one.status === 'active' && !hasExpired(one, now)))
      .filter((one) => isVisible(ctx, one))
      .map(viewOf);
    const of = (layer: MemoryLayer) => shown.filter((one) => one.layer === layer);
    return { ...memory, core: of('core'), soft: of('soft') };
  }

  /** @throws KennyError `bad_args`, `unknown_agent`, `conflict` when there are too many */
  async add(ctx: CallContext, body: AddMemoryBody): Promise<MemoryEntry> {
    const operator_id = mustBeOperator(ctx);
    const { layer = 'soft' } = body;
    const text = textFrom(body.text);
    const scope = this.scopeFrom(ctx, body.scope ?? EVERYWHERE);
    const tags = tagsFrom(body.tags ?? []);
    const source = layer === 'core' ? 'explicit_user_instruction' : 'manual';
    return this.writer.write(async (tx) => {
      const memory = await this.put(tx, { operator_id, layer, text, scope, tags, source });
      await this.audit.append(tx, memoryRow(by(ctx), 'add', memory));
      return viewOf(memory);
    });
  }

  /** Its words are erased; a soft one leaves its id behind. False when there is none to forget. */
  async forget(ctx: CallContext, id: string): Promise<boolean> {
    const operator_id = mustBeOperator(ctx);
    return this.writer.write(async (tx) => {
      const found = await this.rows.active(tx, operator_id, id);
      if (!found || !isVisible(ctx, found)) return false;
      await this.erase(tx, found);
      await this.audit.append(tx, memoryRow(by(ctx), 'forget', found));
      return true;
    });
  }

  /** A soft memory becomes a core one, under an id of its own. @throws KennyError `not_found` */
  async promote(ctx: CallContext, id: string): Promise<MemoryEntry> {
    const operator_id = mustBeOperator(ctx);
    return this.writer.write(async (tx) => {
      const found = await this.rows.active(tx, operator_id, id);
      if (found?.layer !== 'soft' || !isVisible(ctx, found)) {
        throw new KennyError('not_found', `there is no soft memory ${id.slice(0, 32)}`);
      }
      await this.erase(tx, found);
      const { text, scope, tags } = found;
      const source = 'promoted_soft_memory';
      const core = { operator_id, layer: 'core', text, scope, tags, source } as const;
      const memory = await this.put(tx, core);
      await this.audit.append(tx, memoryRow(by(ctx), 'promote', memory));
      return viewOf(memory);
    });
  }

  /** Of that conversation, or of the operator's last one; null when there was none since the start. */
  why(operatorId: string, sessionId?: string): MemoryWhy | null {
    return this.retrievals.last(operatorId, sessionId);
  }

  /** What a conversation of this operator is told about this message; nothing while it is off. */
  async retrieve(operatorId: string, asking: Remembering, text: string): Promise<Retrieved> {
    const { memory } = await this.settings.of(operatorId);
    const at = this.clock.now();
    const fitting = memory.enabled
      ? (await this.rows.all(operatorId)).filter((one) => isAbout(one, asking, at))
      : [];
    const core = fitting.filter(({ layer }) => layer === 'core').slice(-TOLD_AT_ONCE);
    const asked = wordsOf(text);
    const soft = fitting
      .filter(({ layer }) => layer === 'soft')
      .flatMap((one) => {
        const relevance = relevanceOf(one, asked);
        return relevance ? [{ one, ...relevance }] : [];
      })
      .sort((a, b) => b.score - a.score || b.one.updated_at - a.one.updated_at)
      .slice(0, TOLD_AT_ONCE);
    const why: MemoryWhy = {
      ...{ session_id: asking.session_id, at, enabled: memory.enabled },
      core: core.map(({ id, scope }) => ({ id, scope })),
      soft: soft.map(({ one, score, words, tags }) => ({ id: one.id, score, words, tags })),
    };
    this.retrievals.note(operatorId, why);
    const told = [...core, ...soft.map(({ one }) => one)];
    this.noteUse(operatorId, told);
    const lines = told.map((one) => `- ${one.id}: ${one.text.replaceAll(/\s+/g, ' ')}`);
    return { block: lines.length === 0 ? null : lines.join('\n'), why };
  }

  /** Takes in what the operator's own messages say of how they want things done. */
  async summarise(operatorId: string, said: Summarised): Promise<MemoryEntry[]> {
    const { agent_id, messages, saidByOthers } = said;
    const found: Inferred[] = [];
    for (const one of inferFrom(messages)) if (!(await saidByOthers(one.text))) found.push(one);
    if (found.length === 0) return [];
    return this.writer.write(async (tx) => {
      const known = new Set(
        (await this.rows.allIn(tx, operatorId)).map(({ text }) => sameness(text)),
      );
      const room = MEMORY_LIMITS.entries - (await this.rows.count(tx, operatorId));
      const fresh = found
        .filter(({ text }) => !known.has(sameness(text)))
        .slice(0, Math.max(0, room));
      const made: MemoryEntry[] = [];
      for (const { text, about_this_pc } of fresh) {
        const scope = about_this_pc && agent_id !== null ? `agent:${agent_id}` : EVERYWHERE;
        const one: NewMemory = {
          ...{ operator_id: operatorId, layer: 'soft', source: 'inferred' },
          ...{ text: textFrom(text), scope, tags: [] },
        };
        const memory = await this.put(tx, one);
        const actor = { kind: 'operator', id: operatorId, name: operatorId } as const;
        await this.audit.append(tx, memoryRow({ actor, door: 'chat' }, 'infer', memory));
        made.push(viewOf(memory));
      }
      return made;
    });
  }

  /** The words of what nobody needed for its days are erased. */
  async forgetExpired(): Promise<void> {
    const now = this.clock.now();
    await this.writer.write(async (tx) => {
      for (const one of await this.rows.mortal(tx)) {
        if (hasExpired(one, now)) await this.erase(tx, one);
      }
    });
  }

  private async put(tx: Tx, memory: NewMemory): Promise<MemoryEntity> {
    const { operator_id, layer, source } = memory;
    if ((await this.rows.count(tx, operator_id)) >= MEMORY_LIMITS.entries) {
      const { entries } = MEMORY_LIMITS;
      throw new KennyError('conflict', `${entries} memories are stored already; forget one first`);
    }
    const now = this.clock.now();
    const soft = layer === 'soft';
    const row: MemoryEntity = {
      ...memory,
      id: await this.rows.nextId(tx, operator_id, layer),
      confidence:
        soft && source === 'inferred'
          ? CONFIDENCE.inferred
          : soft
            ? CONFIDENCE.manual
            : CONFIDENCE.core,
      ...{ hits: 0, status: 'active', created_at: now, updated_at: now, last_seen_at: now },
      ttl_days: soft ? SOFT_DAYS : null,
    };
    await this.rows.insert(tx, row);
    return row;
  }

  private erase(tx: Tx, memory: MemoryEntity): Promise<void> {
    return this.rows.erase(tx, memory, this.clock.now());
  }

  /** Nobody waits for it: it only counts, and keeps what is used from expiring. */
  private noteUse(operatorId: string, told: readonly MemoryEntity[]): void {
    if (told.length === 0) return;
    const ids = told.map(({ id }) => id);
    this.writer
      .write((tx) => this.rows.noteUse(tx, operatorId, ids, this.clock.now()))
      .catch((error: unknown) => this.logger.warn(`the use of memories: ${String(error)}`));
  }

  private scopeFrom(ctx: CallContext, scope: string): string {
    if (scope === EVERYWHERE) return scope;
    const id = AGENT_SCOPE.exec(scope)?.[1];
    if (id === undefined) {
      throw new KennyError('bad_args', 'scope: "global", or "agent:" and the id of a PC');
    }
    return `agent:${this.agents.mustGet(ctx, id).agent_id}`;
  }
}

type NewMemory = Pick<MemoryEntity, 'operator_id' | 'layer' | 'text' | 'scope' | 'tags'> & {
  readonly source: MemorySource;
};

function textFrom(raw: string): string {
  const text = raw.trim();
  const { text: most } = MEMORY_LIMITS;
  if (text === '') throw new KennyError('bad_args', 'Memory text cannot be empty');
  if (text.length > most) throw new KennyError('bad_args', `text: at most ${most} characters`);
  return storable(text, most);
}

function tagsFrom(raw: readonly string[]): string[] {
  const tags = raw.flatMap((tag) => tag.split(/[\s,]+/)).filter((tag) => tag !== '');
  const { tags: most, tag } = MEMORY_LIMITS;
  return [...new Set(tags.map((one) => storable(one, tag)))].slice(0, most);
}

function hasExpired({ ttl_days, last_seen_at }: MemoryEntity, now: number): boolean {
  return ttl_days !== null && now >= last_seen_at + ttl_days * DAY_MS;
}

/** A conversation about one PC is told nothing of another. */
function isAbout(one: MemoryEntity, { agent_id }: Remembering, now: number): boolean {
  if (one.status !== 'active' || hasExpired(one, now)) return false;
  return one.scope === EVERYWHERE || one.scope === `agent:${agent_id ?? ''}`;
}

/** A token that is limited to some PCs is told of no others. */
function isVisible({ principal }: CallContext, { scope }: MemoryEntity): boolean {
  const id = AGENT_SCOPE.exec(scope)?.[1];
  return id === undefined || maySee(principal, id);
}

/** Never its words: what is forgotten must not stand in the audit log for good. */
function memoryRow(
  origin: Pick<AuditEntry, 'actor' | 'door' | 'request_id'>,
  action: string,
  { id, scope }: Pick<MemoryEntity, 'id' | 'scope'>,
): AuditEntry {
  return { ...origin, kind: 'setting', target: `memory ${id}`, args: { action, scope }, ok: true };
}

function viewOf(memory: MemoryEntity): MemoryEntry {
  const { operator_id: _owner, confidence, created_at, updated_at, last_seen_at, ...rest } = memory;
  const iso = (at: number): string => new Date(at).toISOString();
  return {
    ...rest,
    confidence: confidence / 100,
    created_at: iso(created_at),
    updated_at: iso(updated_at),
    last_seen_at: iso(last_seen_at),
  };
}
