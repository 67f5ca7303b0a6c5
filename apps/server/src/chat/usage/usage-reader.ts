import type { ToolCallStatus, TurnStatus } from '@kenny/contract';
import type { TurnRecord } from '@kenny/session';
import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { readSome, Reads } from '../../database/index.js';
import type { Principal } from '../../kernel/index.js';
import { Models, OperatorSettings } from '../../settings/index.js';
import { mayTalk } from '../access.js';
import { ChatEventEntity } from '../store/chat-event.entity.js';
import { eventOf } from '../store/chat-reader.js';
import { ChatSessionEntity } from '../store/chat-session.entity.js';
import { sessionOf, turnOf } from '../store/chat-store.js';
import { ChatTurnEntity } from '../store/chat-turn.entity.js';

/** A turn: `at` is its end, or its last change so far. */
export interface UsedTurn {
  readonly kind: 'turn';
  readonly at: number;
  readonly model: string;
  readonly status: TurnStatus;
  readonly usage: TurnRecord['usage'];
  /** Code of its error. */
  readonly fault: string | null;
  /** Null while it is not over. */
  readonly durationMs: number | null;
}

/** A call that has ended. */
export interface UsedTool {
  readonly kind: 'tool';
  readonly at: number;
  readonly tool: string;
  readonly status: ToolCallStatus;
  readonly fault: string | null;
  readonly durationMs: number;
  readonly bytes: number;
}
export type Used = UsedTurn | UsedTool;

export interface UsedWhen {
  /** Epoch ms, both inclusive. */
  readonly start: number;
  readonly end: number;
}

const PAGE = { sessions: 100, turns: 50, events: { rows: 200, characters: 2_000_000 } } as const;
const COLUMNS = { place: 'event.position', long: ['event.payload'] };

/** What an operator's own conversations have used, read in small pages: there may be years of it. */
@Injectable()
export class UsageReader {
  constructor(
    private readonly reads: Reads,
    private readonly settings: OperatorSettings,
    private readonly models: Models,
  ) {}

  /**
   * Turns and calls of that time in the conversations that the caller may see, in no order.
   * @throws the signal's reason when it is aborted
   */
  async *of(principal: Principal, when: UsedWhen, signal?: AbortSignal): AsyncGenerator<Used> {
    const { chat_model } = await this.settings.of(principal.id);
    const usual = chat_model ?? this.models.default;
    for await (const id of this.conversations(principal, when)) {
      for await (const turn of this.turns(id, when)) {
        signal?.throwIfAborted();
        yield usedTurn(turn, usual);
      }
      for await (const event of this.results(id, when)) {
        signal?.throwIfAborted();
        yield event;
      }
    }
  }

  /** Those that something has happened in since. */
  private async *conversations(principal: Principal, { start }: UsedWhen): AsyncGenerator<string> {
    for (let after = '', more = true; more;) {
      const rows = await this.reads.manager
        .createQueryBuilder(ChatSessionEntity, 'session')
        .where('session.owner_id = :owner AND session.updated_at >= :start')
        .andWhere("session.deleted_at IS NULL AND session.kind = 'chat' AND session.id > :after")
        .setParameters({ owner: principal.id, start, after })
        .orderBy('session.id', 'ASC')
        .limit(PAGE.sessions)
        .getMany();
      for (const row of rows) if (mayTalk(principal, sessionOf(row))) yield row.id;
      after = rows.at(-1)?.id ?? '';
      more = rows.length === PAGE.sessions;
    }
  }

  /** Newest first: they run in order, so below one that has run none ended later. */
  private async *turns(session_id: string, { start, end }: UsedWhen): AsyncGenerator<TurnRecord> {
    for (let before: number | undefined, more = true; more;) {
      const rows = await this.reads.manager.find(ChatTurnEntity, {
        where: { session_id, ...(before === undefined ? {} : { number: LessThan(before) }) },
        order: { number: 'DESC' },
        take: PAGE.turns,
      });
      for (const turn of rows.map(turnOf)) {
        const at = momentOf(turn);
        if (at < start && hasRun(turn)) return;
        if (at >= start && at <= end) yield turn;
      }
      before = rows.at(-1)?.number;
      more = rows.length === PAGE.turns;
    }
  }

  private async *results(id: string, { start, end }: UsedWhen): AsyncGenerator<UsedTool> {
    for (let after = 0, unread = true; unread;) {
      const query = this.reads.manager
        .createQueryBuilder(ChatEventEntity, 'event')
        .where('event.session_id = :id AND event.position > :after', { id, after })
        .andWhere("event.type = 'toolResult' AND event.at BETWEEN :start AND :end", { start, end });
      const { rows, more } = await readSome(query, COLUMNS, 'ASC', PAGE.events);
      for (const row of rows) yield usedTool(row);
      after = rows.at(-1)?.position ?? after;
      unread = more;
    }
  }
}

/** Not so one that was taken out of the queue, which may end before those ahead of it. */
function hasRun({ started_at, finished_at }: TurnRecord): boolean {
  return started_at !== null && finished_at !== null;
}

function momentOf({ finished_at, started_at, created_at }: TurnRecord): number {
  return finished_at ?? started_at ?? created_at;
}

/** What was chosen by nobody was answered by what the operator's default is, as far as is known. */
function usedTurn(turn: TurnRecord, usual: string): UsedTurn {
  const { chosen, status, usage, error, started_at, finished_at } = turn;
  const over = started_at !== null && finished_at !== null;
  return {
    ...{ kind: 'turn', at: momentOf(turn), model: chosen?.model ?? usual, status, usage },
    ...{ fault: error?.code ?? null, durationMs: over ? finished_at - started_at : null },
  };
}

/** This server wrote it. */
function usedTool(row: ChatEventEntity): UsedTool {
  const { at, payload } = eventOf(row);
  const { toolName, status, result, error, durationMs } = payload;
  const fault = (error as { code?: unknown } | undefined)?.code;
  return {
    ...{ kind: 'tool', at, tool: String(toolName), status: status as ToolCallStatus },
    ...{ fault: typeof fault === 'string' ? fault : null, durationMs: Number(durationMs) },
    bytes: Buffer.byteLength(JSON.stringify(result ?? error ?? null)),
  };
}
