import type { LogLevel } from '@kenny/contract';
import { Logger } from '@nestjs/common';
import { insertRows, type Writer } from '../../database/index.js';

/** One line of an agent's or the server's own log. */
export interface NewEvent {
  /** Epoch ms, by the server's clock. */
  at: number;
  source: 'agent' | 'server';
  agent_id: string | null;
  level: LogLevel;
  event: string;
  target: string | null;
  message: string;
  fields: Record<string, unknown> | null;
}

/** Queue length; beyond it the newest lines are dropped and counted. */
export const MAX_WAITING = 5_000;
/** Share of one agent: a chatty one must not cost the others their lines. */
export const MAX_WAITING_PER_AGENT = 500;
const BATCH_ROWS = 200;
const LONGEST_FIELDS = 16 * 1024;

const COLUMNS = ['at', 'source', 'agent_id', 'level', 'event', 'target', 'message', 'fields'];

/** Its own log context, whose lines are never stored: they would feed themselves. */
export const RECORDER_CONTEXT = 'EventRecorder';

/**
 * Stores log lines in the background. Unlike audit rows they are dropped when the database does not
 * keep up; the next stored line says how many.
 */
export class EventRecorder {
  private readonly logger = new Logger(RECORDER_CONTEXT);
  private readonly waiting: NewEvent[] = [];
  private readonly waitingOf = new Map<string, number>();
  private pumping: Promise<void> | undefined;
  private next: NewEvent | undefined;
  /** Dropped since the last stored line. */
  private dropped = 0;
  private everDropped = 0;

  constructor(private readonly writer: Writer) {}

  /** By itself it is worth no write: a start must succeed where nothing can be written. */
  addWithNext(event: NewEvent): void {
    this.next = event;
  }

  add(event: NewEvent): void {
    const before = this.next;
    this.next = undefined;
    if (before) this.add(before);
    const owner = event.agent_id ?? '';
    const held = this.waitingOf.get(owner) ?? 0;
    if (this.waiting.length >= MAX_WAITING || (owner && held >= MAX_WAITING_PER_AGENT)) {
      this.drop(1);
      return;
    }
    this.waitingOf.set(owner, held + 1);
    this.waiting.push(event);
    this.pumping ??= this.pump();
  }

  /** Lines that were never stored, since the start. */
  get droppedCount(): number {
    return this.everDropped;
  }

  /** Resolves when everything added so far is stored or dropped. */
  async flush(): Promise<void> {
    await this.pumping;
  }

  private async pump(): Promise<void> {
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, BATCH_ROWS);
      for (const { agent_id } of batch) this.release(agent_id ?? '');
      await this.store(batch);
    }
    this.pumping = undefined;
  }

  private release(owner: string): void {
    const left = (this.waitingOf.get(owner) ?? 1) - 1;
    if (left > 0) this.waitingOf.set(owner, left);
    else this.waitingOf.delete(owner);
  }

  private async store(batch: NewEvent[]): Promise<void> {
    const missing = this.dropped;
    const last = batch.at(-1);
    const rows = missing > 0 && last ? [...batch, droppedNote(missing, last.at)] : batch;
    try {
      await this.writer.write(
        (tx) => insertRows(tx.manager, 'events', COLUMNS, rows.map(valuesOf)),
        'events',
      );
      this.dropped -= missing;
    } catch (error) {
      if (this.dropped === 0) this.logger.error(`Log lines could not be stored: ${String(error)}`);
      this.drop(batch.length);
    }
  }

  private drop(lines: number): void {
    this.dropped += lines;
    this.everDropped += lines;
  }
}

function droppedNote(count: number, at: number): NewEvent {
  return {
    at,
    source: 'server',
    agent_id: null,
    level: 'warn',
    event: 'events.dropped',
    target: null,
    message: `${count} log lines were dropped: more came than could be stored.`,
    fields: { count },
  };
}

function valuesOf(event: NewEvent): unknown[] {
  return [
    event.at,
    event.source,
    event.agent_id,
    event.level,
    event.event,
    event.target === null ? null : clean(event.target, 256),
    clean(event.message, 16_000),
    fieldsText(event.fields),
  ];
}

function fieldsText(fields: Record<string, unknown> | null): string | null {
  if (!fields) return null;
  const text = JSON.stringify(fields);
  return text.length <= LONGEST_FIELDS
    ? text
    : JSON.stringify({ cut: `${text.length} characters` });
}

/** Lone surrogates and NUL do not survive every database. */
function clean(text: string, longest: number): string {
  const whole = text.toWellFormed().replaceAll('\u0000', '\ufffd');
  return whole.length <= longest
    ? whole
    : `${whole.slice(0, longest)}… (${whole.length} characters)`;
}
