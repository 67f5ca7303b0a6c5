import {
  fieldOf,
  notificationsOf,
  TASK_PROMPTS,
  textOf,
  wordsOf,
  type StoredTaskEvent,
  type TaskEventView,
  type TaskNotice,
} from '@kenny/contract/web';
import { toolContent, type ToolPart } from './tool-content';

/** One told thing of a task; the same from its history and from the socket. */
export interface TaskNews extends Pick<TaskNotice, 'action' | 'data'> {
  readonly seq: number;
  /** ISO 8601. */
  readonly at: string;
}

export interface SaidItem {
  /** `resumed`: kenny told it to go on. */
  readonly kind: 'prompt' | 'resumed' | 'message' | 'thought';
  readonly key: string;
  readonly at: string;
  readonly text: string;
}

export interface ToolItem {
  readonly kind: 'tool';
  readonly key: string;
  /** Of the agent: unique among the calls at work. */
  readonly callId: string;
  readonly at: string;
  readonly title: string;
  /** As the agent calls it: `execute`, `edit` … */
  readonly toolKind: string;
  readonly status: string;
  readonly parts: readonly ToolPart[];
  readonly input: unknown;
  readonly output: unknown;
}

export interface NoteItem {
  readonly kind: 'note';
  readonly key: string;
  readonly at: string;
  readonly tone: 'info' | 'bad' | 'debug';
  readonly text: string;
}

export type TimelineItem = SaidItem | ToolItem | NoteItem;

export interface PlanStep {
  readonly content: string;
  readonly status: string;
}

/** Tokens and money, as far as the agent tells. */
export interface TaskUsage {
  readonly used: number | null;
  readonly size: number | null;
  readonly cost: { readonly amount: number; readonly currency: string } | null;
}

export interface Timeline {
  readonly items: readonly TimelineItem[];
  readonly plan: readonly PlanStep[];
  readonly usage: TaskUsage | null;
  /** 0 to 100. */
  readonly progress: number | null;
  /** What it is doing, in the agent's words. */
  readonly doing: string | null;
  readonly seq: number;
}

export const NO_TIMELINE: Timeline = {
  ...{ items: [], plan: [], usage: null, progress: null, doing: null, seq: 0 },
};

/** What is drawn at most; earlier items are in the log. */
const MOST_ITEMS = 2_000;
const PLAN_STEPS = 100;
const ENDED: ReadonlySet<string> = new Set(['completed', 'failed']);
const BEGINS_TURN: ReadonlySet<TimelineItem['kind']> = new Set(['prompt', 'resumed']);
/** To people: no person wrote these prompts. */
const RESUMED: ReadonlyMap<string, string> = new Map([
  [TASK_PROMPTS.resumed, 'Resumed'],
  [TASK_PROMPTS.decided, 'What it asked for is decided, so it goes on'],
]);

/** The log of a task as it would be told over the socket, so that both are read in one way. */
export function newsOf(log: readonly TaskEventView[]): TaskNews[] {
  return log.flatMap((view) => {
    const { timestamp, seq } = view;
    // The server made it from that very event.
    const event = { ...view, at: Date.parse(timestamp) } as unknown as StoredTaskEvent;
    return notificationsOf(event).map(({ action, data }) => ({ action, data, seq, at: timestamp }));
  });
}

export function withNews(timeline: Timeline, news: readonly TaskNews[]): Timeline {
  const items = [...timeline.items];
  let next: Timeline = { ...timeline, items };
  for (const one of news) next = { ...applied(next, items, one), seq: Math.max(next.seq, one.seq) };
  const over = items.length - MOST_ITEMS;
  if (over > 0) items.splice(0, over);
  return next;
}

/** `items` is the list of `timeline`, changed in place. */
function applied(timeline: Timeline, items: TimelineItem[], news: TaskNews): Timeline {
  const { action, data, at, seq } = news;
  switch (action) {
    case 'acp.update':
      return updated(timeline, items, news);
    case 'acp.progress': {
      const { progress, message } = data;
      return {
        ...timeline,
        progress: typeof progress === 'number' ? progress : timeline.progress,
        doing: wordsOf(message) || timeline.doing,
      };
    }
    case 'acp.log':
      logged(items, news);
      return timeline;
    case 'acp.error':
      note(items, { seq, at, tone: 'bad', text: wordsOf(data['message']) });
      return { ...timeline, doing: null };
    case 'acp.result':
      note(items, { seq, at, tone: 'info', text: resultWords(data) });
      return { ...timeline, doing: null };
    case 'acp.status': {
      const status = wordsOf(data['status']);
      // The end of a turn is told by its result.
      if (status === 'stopped' || status === 'paused') return timeline;
      // What it does from here on is told in detail.
      if (status === 'running') return timeline;
      note(items, { seq, at, tone: 'info', text: wordsOf(data['message']) || statusWords(status) });
      return timeline;
    }
    default:
      return timeline;
  }
}

const statusWords = (status: string): string =>
  status === 'started' ? 'The AI agent has started.' : `AI agent: ${status}`;

function updated(timeline: Timeline, items: TimelineItem[], { data, at, seq }: TaskNews): Timeline {
  switch (data['sessionUpdate']) {
    case 'agent_message_chunk':
      say(items, 'message', textOf(data['content']), seq, at);
      return timeline;
    case 'agent_thought_chunk':
      say(items, 'thought', textOf(data['content']), seq, at);
      return timeline;
    case 'tool_call':
    case 'tool_call_update':
      useTool(items, data, seq, at);
      return timeline;
    case 'plan':
      return { ...timeline, plan: stepsOf(data['entries']) };
    case 'usage_update':
      return { ...timeline, usage: usageOf(data) };
    default:
      return timeline;
  }
}

function prompted(items: TimelineItem[], text: string, seq: number, at: string): void {
  const own = RESUMED.get(text);
  if (own === undefined) say(items, 'prompt', text, seq, at);
  else items.push({ kind: 'resumed', key: `resumed:${seq}`, at, text: own });
}

/** Pieces of one text are one item. */
function say(items: TimelineItem[], kind: SaidItem['kind'], text: string, seq: number, at: string) {
  if (text === '') return;
  const last = items.at(-1);
  if (last?.kind === kind && kind !== 'prompt') {
    items[items.length - 1] = { ...last, text: last.text + text };
    return;
  }
  items.push({ kind, key: `${kind}:${seq}`, at, text });
}

function useTool(items: TimelineItem[], data: TaskNews['data'], seq: number, at: string): void {
  const id = wordsOf(data['toolCallId']) || String(seq);
  const place = items.findLastIndex((item) => item.kind === 'tool' && item.callId === id);
  const before = items[place];
  const isNew = data['sessionUpdate'] === 'tool_call' && isOver(items, place);
  const known = before?.kind === 'tool' && !isNew ? before : undefined;
  const content = toolContent(data['content']);
  const item: ToolItem = {
    ...{ kind: 'tool', key: known?.key ?? `tool:${seq}`, callId: id, at: known?.at ?? at },
    title: wordsOf(data['title']) || known?.title || 'Tool call',
    toolKind: wordsOf(data['kind']) || known?.toolKind || 'other',
    status: wordsOf(data['status']) || known?.status || 'pending',
    parts: content.length > 0 ? content : (known?.parts ?? []),
    input: data['rawInput'] ?? known?.input,
    output: data['rawOutput'] ?? known?.output,
  };
  if (known) items[place] = item;
  else items.push(item);
}

/** An agent may use the ID of a call anew: what was told of the earlier one stays as it is. */
function isOver(items: readonly TimelineItem[], place: number): boolean {
  const call = items[place];
  if (call?.kind === 'tool' && ENDED.has(call.status)) return true;
  return items.slice(place + 1).some(({ kind }) => BEGINS_TURN.has(kind));
}

/** What an agent says and does comes as `acp.update` as well: only the other lines count here. */
function logged(items: TimelineItem[], { data, seq, at }: TaskNews): void {
  const message = wordsOf(data['message']);
  switch (data['channel']) {
    case 'prompt':
      if (typeof data['prompt_id'] === 'string') prompted(items, message, seq, at);
      return;
    case 'message':
    case 'thought':
    case 'update':
      return;
    default: {
      const { level } = data;
      const tone = level === 'error' ? 'bad' : level === 'debug' ? 'debug' : 'info';
      note(items, { seq, at, tone, text: message });
    }
  }
}

function note(
  items: TimelineItem[],
  { seq, ...told }: Omit<NoteItem, 'kind' | 'key'> & { seq: number },
) {
  if (told.text !== '') items.push({ kind: 'note', key: `note:${seq}`, ...told });
}

function resultWords({ status, summary }: TaskNews['data']): string {
  const said = wordsOf(summary);
  if (said !== '') return said;
  if (status === 'failed') return 'The turn failed.';
  return status === 'cancelled' ? 'The turn was stopped.' : 'The turn has ended.';
}

function stepsOf(entries: unknown): PlanStep[] {
  const list: unknown[] = Array.isArray(entries) ? entries.slice(0, PLAN_STEPS) : [];
  return list.map((entry) => ({
    content: wordsOf(fieldOf(entry, 'content')),
    status: wordsOf(fieldOf(entry, 'status')) || 'pending',
  }));
}

function usageOf({ used, size, cost }: TaskNews['data']): TaskUsage {
  const amount = fieldOf(cost, 'amount');
  const currency = wordsOf(fieldOf(cost, 'currency'));
  return {
    used: typeof used === 'number' ? used : null,
    size: typeof size === 'number' ? size : null,
    cost: typeof amount === 'number' ? { amount, currency } : null,
  };
}
