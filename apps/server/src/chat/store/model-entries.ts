import type { Entry, ToolOutcome } from '@kenny/session';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { CHAT_COST } from '../limits.js';
import { ChatEntryEntity } from './chat-entry.entity.js';

/** An entry without its content. */
type Sized = Pick<ChatEntryEntity, 'id' | 'number' | 'turn_id' | 'at'> & { readonly size: number };

/** As `JSON.stringify` begins the content of results. */
const RESULTS = '{"role":"tools"%';

const TOO_LONG_AGO: ToolOutcome = {
  status: 'error',
  error: {
    code: 'not_found',
    message: 'this result is too long ago; call the tool again if it is needed',
  },
  call_id: null,
  agent_id: null,
};

/**
 * The history that a model reads: all messages, and tool results back to the size limit. Older
 * results and pictures are neither read nor parsed; marks stand in their place.
 */
export async function modelEntries(manager: EntityManager, session_id: string): Promise<Entry[]> {
  const sized = await resultsOf(manager, session_id);
  const left = new Map(sized.slice(0, firstKept(sized)).map((one) => [one.number, one]));
  const lastLeft = [...left.keys()].at(-1) ?? 0;
  const rows = await manager
    .createQueryBuilder(ChatEntryEntity, 'entry')
    .where('entry.session_id = :session_id', { session_id })
    .andWhere('(entry.number > :lastLeft OR entry.content NOT LIKE :results)', {
      ...{ lastLeft, results: RESULTS },
    })
    .orderBy('entry.number', 'ASC')
    .getMany();
  const entries: Entry[] = [];
  for (const row of rows) {
    const entry = { ...placeOf(row, session_id), content: contentOf(row) };
    entries.push(entry);
    const old = left.get(row.number + 1);
    if (old) entries.push(markFor(old, entry));
    if (row.content.length > CHAT_COST.parsedAtOnce) await nextTick();
  }
  return entries;
}

async function resultsOf(manager: EntityManager, session_id: string): Promise<Sized[]> {
  const rows = await manager
    .createQueryBuilder(ChatEntryEntity, 'entry')
    .select(['entry.id AS id', 'entry.number AS number', 'entry.turn_id AS turn_id'])
    .addSelect(['entry.at AS at', 'LENGTH(entry.content) AS size'])
    .where('entry.session_id = :session_id', { session_id })
    .andWhere('entry.content LIKE :results', { results: RESULTS })
    .orderBy('entry.number', 'ASC')
    .getRawMany<Record<keyof Sized, string | number>>();
  return rows.map(({ id, number, turn_id, at, size }) => ({
    ...{ id: String(id), number: Number(number), turn_id: String(turn_id) },
    ...{ at: Number(at), size: Number(size) },
  }));
}

/**
 * Drops half at once when there are too many, so that the prefix of the history, and with it the
 * API's cache, stays the same for many rounds.
 */
function firstKept(results: readonly Sized[]): number {
  let first = 0;
  let sum = 0;
  for (const [index, { size }] of results.entries()) {
    sum += size;
    if (sum <= CHAT_COST.results) continue;
    for (; first < index && sum > CHAT_COST.results / 2; first += 1) {
      sum -= results[first]?.size ?? 0;
    }
  }
  return first;
}

/** The results that answered this entry's calls. */
function markFor({ id, ...old }: Sized, { session_id, content }: Entry): Entry {
  const calls = content.role === 'assistant' ? content.calls : [];
  const results = calls.map(({ tool_call_id, tool }) => ({
    ...{ tool_call_id, tool, outcome: TOO_LONG_AGO },
  }));
  // Own id: caches of the full result must not match the mark.
  return {
    ...placeOf({ ...old, id: `${id}-old` }, session_id),
    content: { role: 'tools', results },
  };
}

function placeOf(
  { id, turn_id, number, at }: Pick<ChatEntryEntity, 'id' | 'turn_id' | 'number' | 'at'>,
  session_id: string,
) {
  return { id, session_id, turn_id, number, at };
}

function contentOf({ content }: ChatEntryEntity): Entry['content'] {
  return JSON.parse(content) as Entry['content'];
}
