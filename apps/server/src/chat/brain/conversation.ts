import type Anthropic from '@anthropic-ai/sdk';
import type { ResultOf } from '@kenny/contract';
import {
  liveEntries,
  type BrainWork,
  type Entry,
  type PictureRef,
  type ToolOutcome,
  type ToolResult,
} from '@kenny/session';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { Budget } from '../limits.js';
import { CACHED } from './tool-definitions.js';
import { echoOf, wasRefused } from './raw-answer.js';
import type { ToldResult, ToldResults } from './told-results.js';
import { toldSummary } from './summary-request.js';
import { LOST_PICTURE, toldPicture } from './told-picture.js';
import { withinBudget, type Shown } from './within-budget.js';

type UserBlock =
  Anthropic.TextBlockParam | Anthropic.ImageBlockParam | Anthropic.ToolResultBlockParam;
type Told = ToolResult | PictureRef;
type Message =
  | { role: 'user'; content: UserBlock[] }
  | { role: 'assistant'; content: Anthropic.ContentBlockParam[] };

export interface Conversation {
  readonly messages: Anthropic.MessageParam[];
  /** Something was left out for want of room, or could be left out within a smaller budget. */
  readonly heavy: boolean;
}

/** Stands for a turn that the model's service declined: with it, it would decline all that follow. */
const DECLINED = '(A message was left out here, with all that followed it: the model declined it.)';

const LOST = 'The result of this call is not known any more.';

/** What was said so far as the API takes it: roles in turns, every call answered right after it. */
export async function conversationOf(
  { entries, pictures }: Pick<BrainWork, 'entries' | 'pictures'>,
  budget: Budget,
  told: ToldResults,
): Promise<Conversation> {
  const live = liveEntries(entries);
  const results = await tellAll(live, budget, told);
  const shown = withinBudget(results, budget);
  const messages = new Messages(shown, await pictures(namesOfShown(shown)));
  const declined = new Set(live.filter(wasRefused).map(({ turn_id }) => turn_id));
  for (const entry of live) {
    if (entry.content.role === 'compaction' || !declined.has(entry.turn_id)) messages.add(entry);
    else if (entry.content.role === 'user') messages.say(DECLINED);
  }
  return { messages: messages.finished(), heavy: results.size > 0 };
}

/** Telling one may take milliseconds: others get their turn in between. */
async function tellAll(
  entries: readonly Entry[],
  { resultChars }: Budget,
  told: ToldResults,
): Promise<Map<Told, ToldResult>> {
  const all = new Map<Told, ToldResult>();
  for (const { id, content } of entries) {
    if (content.role === 'user') {
      for (const image of content.images ?? []) all.set(image, toldPicture(image));
    }
    if (content.role !== 'tools') continue;
    for (const result of content.results) {
      const key = `${id} ${result.tool_call_id} ${resultChars}`;
      const known = told.known(key);
      if (!known) await nextTick();
      all.set(result, known ?? told.tell(key, result, resultChars));
    }
  }
  return all;
}

/** Ids of the operator's pictures that are told as pictures. */
function namesOfShown(shown: ReadonlyMap<Told, Shown>): string[] {
  return [...shown].flatMap(([of, { picture }]) => (picture && 'mime_type' in of ? [of.id] : []));
}

class Messages {
  private readonly all: Message[] = [];
  /** Calls of the last message that have no answer yet. */
  private open: string[] = [];

  constructor(
    private readonly shown: ReadonlyMap<Told, Shown>,
    private readonly pictures: ReadonlyMap<string, string>,
  ) {}

  add({ content }: Entry): void {
    if (content.role === 'user') return this.say(content.text, content.images);
    if (content.role === 'compaction') return this.say(toldSummary(content));
    if (content.role === 'tools') return this.answer(content.results);
    this.answer([]);
    const echo = echoOf(content);
    if (echo.length === 0) return;
    const last = this.all.at(-1);
    if (last?.role === 'assistant') last.content.push(...echo);
    else this.all.push({ role: 'assistant', content: echo });
    this.open = echo.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
  }

  /** The API takes no text without a character. */
  say(text: string, images: readonly PictureRef[] = []): void {
    this.answer([]);
    const texts = text.trim() === '' ? [] : [{ type: 'text' as const, text }];
    this.byUser([...images.map((image) => this.shownPicture(image)), ...texts]);
  }

  private shownPicture(image: PictureRef): Anthropic.ImageBlockParam | Anthropic.TextBlockParam {
    const shown = this.shown.get(image);
    const data = this.pictures.get(image.id);
    if (shown?.picture && data !== undefined) {
      const media_type = image.mime_type as Anthropic.Base64ImageSource['media_type'];
      return { type: 'image', source: { type: 'base64', media_type, data } };
    }
    return { type: 'text', text: shown?.picture === false ? shown.text : LOST_PICTURE };
  }

  /** Each open call in its order; no model takes a conversation in which one has no answer. */
  private answer(results: readonly ToolResult[]): void {
    if (this.open.length === 0) return;
    const byCall = new Map(results.map((result) => [result.tool_call_id, result]));
    this.byUser(
      this.open.map((id) => {
        const result = byCall.get(id);
        const shown = result && this.shown.get(result);
        return result && shown ? block(id, result, shown) : lost(id);
      }),
    );
    this.open = [];
  }

  private byUser(blocks: readonly UserBlock[]): void {
    const last = this.all.at(-1);
    if (last?.role === 'user') last.content.push(...blocks);
    else this.all.push({ role: 'user', content: [...blocks] });
  }

  /** The API remembers up to the last block: the next round reads only what is new. */
  finished(): Anthropic.MessageParam[] {
    this.answer([]);
    const last = this.all.at(-1);
    if (last?.role === 'user') {
      last.content = last.content.map((one, index, { length }) =>
        index === length - 1 ? { ...one, cache_control: CACHED } : one,
      );
    }
    return this.all;
  }
}

function block(id: string, { outcome }: ToolResult, shown: Shown): Anthropic.ToolResultBlockParam {
  const text = { type: 'text' as const, text: shown.text };
  const image = shown.picture ? [pictureIn(outcome)] : [];
  return {
    type: 'tool_result',
    tool_use_id: id,
    content: [...image, text],
    ...(shown.isError ? { is_error: true } : {}),
  };
}

/** Judged when it was told; to look through megabytes once more would take as long. */
function pictureIn({ result }: ToolOutcome): Anthropic.ImageBlockParam {
  const { image_b64: data } = result as ResultOf<'screen_capture'>;
  return { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
}

function lost(id: string): Anthropic.ToolResultBlockParam {
  return { type: 'tool_result', tool_use_id: id, content: LOST, is_error: true };
}
