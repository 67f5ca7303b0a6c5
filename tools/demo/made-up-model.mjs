import { MessagesApi } from '@kenny/testing';
import { namedIn, plain } from './knowledge.mjs';
import { answerTo } from './made-up-answers.mjs';

/** As fast as a real one writes: a few characters at a time. */
const CHUNK = 6;
const PAUSE_MS = 14;
/** What settings call it. */
const NAME = 'made-up-model';

/**
 * The model of the demo: a server on this machine that speaks the Messages API, which the real chat
 * asks instead of Anthropic's. It says what is written for it, from what the tools found.
 */
export class MadeUpModel {
  /** Nobody watches. */
  atOnce = false;
  /** Which requests wait, as the demo tells it: a real model would see only its own. */
  waiting = () => Promise.resolve([]);

  /** @param pcs - `id` and `name` of each PC that questions may name */
  static async start(pcs) {
    return new MadeUpModel(await MessagesApi.start(), pcs);
  }

  constructor(api, pcs) {
    this.api = api;
    api.lists([{ id: NAME, display_name: 'Made-up model' }]);
    api.thinks(async (request) => {
      const answer = answerTo({ ...readRequest(request, pcs), waiting: await this.waiting() });
      const usage = { input_tokens: tokens(request), output_tokens: tokens(answer) };
      // Nobody looks at them afterwards, and the demo may run for days.
      api.requests.length = 0;
      return { ...answer, usage, ...(this.atOnce ? {} : { chunkSize: CHUNK, pauseMs: PAUSE_MS }) };
    });
  }

  /** Variables of the server that is to ask this one, and no other. */
  get serverEnv() {
    return {
      ...{ ANTHROPIC_BASE_URL: this.api.url, ANTHROPIC_API_KEY: this.api.key },
      ...{ ANTHROPIC_API_KEY_FILE: undefined, KENNY_CHAT_MODEL: NAME },
      KENNY_MODEL_PRICES: undefined,
    };
  }

  /** What was not asked for, or wrongly, is no fault of a demo that ends. */
  async stop() {
    await this.api.stop().catch(() => undefined);
  }
}

/** The last question, the PC it is about, and what each tool has found since. */
export function readRequest({ messages, system }, pcs) {
  const calls = new Map();
  let question = '';
  let found = new Map();
  for (const { role, content } of messages) {
    for (const block of typeof content === 'string' ? [{ type: 'text', text: content }] : content) {
      if (block.type === 'tool_use') calls.set(block.id, block);
      else if (block.type === 'tool_result') {
        const call = calls.get(block.tool_use_id);
        if (call) found.set(call.name, resultOf(block, call));
      } else if (role === 'user' && block.type === 'text') {
        question = plain(block.text);
        found = new Map();
      }
    }
  }
  return { question, found, pc: pcOf(question, system, pcs) };
}

/** The one that is named, else that of the conversation; undefined when there is none. */
function pcOf(question, system, pcs) {
  const named = namedIn(question, pcs);
  if (named) return named;
  const [, id] = /^The PC of this conversation: (\S+)$/m.exec(textOf(system)) ?? [];
  return pcs.find((pc) => pc.id === id);
}

const textOf = (system) =>
  Array.isArray(system) ? system.map(({ text }) => text).join('\n') : (system ?? '');

function resultOf({ content, is_error: failed }, { input }) {
  const [text] = Array.isArray(content) ? content.filter(({ type }) => type === 'text') : [];
  const { data, error } = parsed(text?.text ?? content);
  return { ok: !failed, input, data: data ?? {}, problem: error?.message ?? 'no reason was given' };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** About four characters are one. */
const tokens = (value) => Math.ceil(JSON.stringify(value).length / 4);
