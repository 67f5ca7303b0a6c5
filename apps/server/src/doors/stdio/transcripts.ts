import type { PictureRef } from '@kenny/session';
import { Injectable } from '@nestjs/common';
import { ChatReader, TurnReader, type HistoryEntry } from '../../chat/index.js';
import { failureMessage, TranscriptView, type DataOf, type Message } from './views/transcript.js';

/** Bytes of all pictures in one transcript: base64 of them fits into a message. The newest count. */
const PICTURE_BYTES = 24 * 1024 * 1024;
/** Pictures that are read at once. */
const PICTURES = 4;

/** A message of a transcript, and the entry that it shows; null = none does. */
export interface ShownMessage {
  readonly entry: HistoryEntry | null;
  readonly message: Message;
}

/** What was said and run in a conversation, also where it was copied from another one. */
@Injectable()
export class Transcripts {
  constructor(
    private readonly reader: ChatReader,
    private readonly turns: TurnReader,
  ) {}

  async of(sessionId: string): Promise<Message[]> {
    const entries = await this.entries(sessionId);
    const data = await this.pictures(sessionId, entries);
    const shown = await this.shown(sessionId, entries, (id) => data.get(id));
    return shown.map(({ message }) => message);
  }

  /** Without the data of pictures: for whoever looks for an entry. */
  async list(sessionId: string): Promise<ShownMessage[]> {
    return this.shown(sessionId, await this.entries(sessionId), () => undefined);
  }

  private async entries(sessionId: string): Promise<HistoryEntry[]> {
    const all: HistoryEntry[] = [];
    for (let after: number | null = 0; after !== null;) {
      const { entries, next } = await this.reader.history(sessionId, after);
      all.push(...entries);
      after = next;
    }
    return all;
  }

  private async shown(
    sessionId: string,
    entries: readonly HistoryEntry[],
    dataOf: DataOf,
  ): Promise<ShownMessage[]> {
    const failures = await this.turns.failures(sessionId);
    const view = new TranscriptView();
    return entries.flatMap((entry, index) => {
      const shown: ShownMessage[] = view
        .messagesOf(entry, dataOf)
        .map((message) => ({ entry, message }));
      const isLast = entries[index + 1]?.turn_id !== entry.turn_id;
      const failure = isLast ? failures.get(entry.turn_id) : undefined;
      return failure ? [...shown, { entry: null, message: failureMessage(failure) }] : shown;
    });
  }

  private async pictures(
    sessionId: string,
    entries: readonly HistoryEntry[],
  ): Promise<ReadonlyMap<string, string>> {
    let left = PICTURE_BYTES;
    const wanted = entries.flatMap(picturesIn).reverse();
    const ids = wanted.flatMap(({ id, bytes }) => ((left -= bytes) >= 0 ? [id] : []));
    const data = new Map<string, string>();
    for (let from = 0; from < ids.length; from += PICTURES) {
      const some = await this.reader.pictures(sessionId, ids.slice(from, from + PICTURES));
      for (const [id, text] of some) data.set(id, text);
    }
    return data;
  }
}

function picturesIn({ content }: HistoryEntry): readonly PictureRef[] {
  return content.role === 'user' ? (content.images ?? []) : [];
}
