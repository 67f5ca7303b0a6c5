import { API_PATHS } from '@kenny/contract/client';
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { percentile } from '../figures.mjs';
import { charactersOf } from './model.mjs';

/** Operators who talk with the model, each with the stream of events of their conversation open. */
export class Chats {
  #streaming = [];

  constructor(target, model) {
    this.target = target;
    this.model = model;
  }

  /**
   * One answer after the other in one conversation. @returns ms from the first byte of the model's
   * answer to the first character on the operator's stream
   */
  async firstCharacters(count) {
    const chat = await this.#begin('first');
    const times = [];
    for (let turn = 0; turn < count; turn += 1) {
      const message = `short ${turn}`;
      const first = chat.nextPiece();
      const answered = chat.say(message);
      times.push((await first) - this.model.begun.get(message));
      await answered;
    }
    chat.leave();
    const ms = (percent) => percentile(times, percent);
    return { p50: ms(50), p95: ms(95), max: ms(100) };
  }

  /** So many conversations in which the model talks until `end`; resolves when all have begun. */
  async begin(count) {
    const names = Array.from({ length: count }, (_, index) => `long ${index}`);
    const chats = await Promise.all(names.map((name) => this.#begin(name)));
    this.model.pieces = 0;
    this.#streaming = await Promise.all(
      chats.map(async (chat, index) => {
        const first = chat.nextPiece();
        const answered = chat.say(names[index]);
        await first;
        return { chat, answered };
      }),
    );
    this.begunAt = performance.now();
    return { chats: this.#streaming.length };
  }

  /** Lets all come to their end. Whatever the model said has to have arrived on the streams. */
  async end() {
    const seconds = (performance.now() - this.begunAt) / 1000;
    this.model.end();
    await Promise.all(this.#streaming.map(({ chat, answered }) => answered.then(() => chat.over)));
    const chats = this.#streaming.map(({ chat }) => chat);
    const sum = (pick) => chats.map(pick).reduce((all, one) => all + one, 0);
    const characters = sum(({ characters }) => characters);
    const said = charactersOf(this.model.pieces);
    for (const chat of chats) chat.leave();
    this.#streaming = [];
    return { events: sum(({ events }) => events), characters, said, seconds };
  }

  /** A conversation that has had its first turn, and its stream from there on. */
  async #begin(name) {
    const { session_id } = await post(this.target, { message: `short, to begin ${name}` });
    return Chat.open(this.target, session_id);
  }
}

class Chat {
  events = 0;
  characters = 0;
  #buffer = '';
  #piece;

  constructor(target, sessionId) {
    this.target = target;
    this.sessionId = sessionId;
    this.over = new Promise((resolve) => (this.finished = resolve));
  }

  static async open(target, sessionId) {
    const chat = new Chat(target, sessionId);
    const { last_event } = await json(await send(target, 'GET', API_PATHS.chatSession(sessionId)));
    const headers = { 'last-event-id': last_event };
    const path = API_PATHS.chatEvents(sessionId);
    const answer = await send(target, 'GET', path, { headers });
    if (answer.statusCode !== 200) throw new Error(`a stream answered ${answer.statusCode}`);
    answer.setEncoding('utf8').on('data', (text) => chat.#read(text));
    answer.on('error', () => undefined);
    chat.stream = answer;
    return chat;
  }

  say(message) {
    return post(this.target, { session_id: this.sessionId, message });
  }

  /** When the next piece of text has arrived. */
  nextPiece() {
    return new Promise((resolve) => (this.#piece = resolve));
  }

  leave() {
    this.stream.destroy();
  }

  #read(text) {
    const now = performance.now();
    const blocks = (this.#buffer + text).split('\n\n');
    this.#buffer = blocks.pop();
    for (const block of blocks) {
      const [, name, data] = /\nevent: (\w+)\ndata: (.+)$/.exec(block) ?? [];
      if (name === undefined) continue;
      this.events += 1;
      if (name === 'turnFinished') this.finished();
      if (name !== 'assistantDelta') continue;
      this.characters += JSON.parse(data).payload.delta.length;
      this.#piece?.(now);
      this.#piece = undefined;
    }
  }
}

async function post(target, body) {
  const answer = await send(target, 'POST', API_PATHS.chat, { body: JSON.stringify(body) });
  const told = await json(answer);
  if (told.error) throw new Error(`a turn failed: ${JSON.stringify(told.error)}`);
  return told;
}

function send({ url, ca, token }, method, path, { body, headers } = {}) {
  const ask = url.startsWith('https:') ? secure : plain;
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const authorization = `Bearer ${token}`;
  return new Promise((resolve, reject) => {
    const asked = ask(new URL(path, url), {
      ...{ method, ca, agent: false, headers: { authorization, ...type, ...headers } },
    });
    asked.on('response', resolve).on('error', reject).end(body);
  });
}

async function json(answer) {
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  if (answer.statusCode !== 200) throw new Error(`the chat answered ${answer.statusCode}: ${text}`);
  return JSON.parse(text);
}
