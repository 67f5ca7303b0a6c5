import { API_PATHS } from '@kenny/contract/client';
import { Agent, request } from 'node:http';
import { now } from './processes.mjs';

/** Nobody answered: the server went away, or said nothing in time. */
export class Unanswered extends Error {}

const PATIENCE_MS = 40_000;

/** Somebody with a token at the HTTP door. */
export class Person {
  #connections = new Agent({ keepAlive: true, maxSockets: 64 });

  constructor(url, token) {
    this.url = url;
    this.token = token;
  }

  as(token) {
    return new Person(this.url, token);
  }

  get(path, options) {
    return this.send('GET', path, undefined, options);
  }

  post(path, body, options) {
    return this.send('POST', path, body, options);
  }

  /** @returns {Promise<{status: number, body: any, text: string, at: number, ms: number}>} */
  send(method, path, body, { patienceMs = PATIENCE_MS } = {}) {
    const text = body === undefined ? '' : JSON.stringify(body);
    const startedAt = now();
    return new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${this.token}`,
        ...(text === '' ? {} : { 'content-type': 'application/json' }),
        'content-length': Buffer.byteLength(text),
      };
      const fail = (error) => reject(new Unanswered(`${method} ${path}: ${error.message}`));
      const asked = request(new URL(path, this.url), {
        ...{ method, headers, agent: this.#connections },
        signal: AbortSignal.timeout(patienceMs),
      });
      asked.on('error', fail);
      asked.on('response', (answer) => {
        let received = '';
        answer.setEncoding('utf8').on('data', (part) => (received += part));
        answer.on('error', fail);
        answer.on('end', () => {
          const at = now();
          const { statusCode: status } = answer;
          resolve({ status, body: parsed(received), text: received, at, ms: at - startedAt });
        });
      });
      asked.end(text);
    });
  }

  /** Like `send`, for what has to work. */
  async must(method, path, body) {
    const answer = await this.send(method, path, body);
    if (answer.status < 300) return answer.body;
    throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
  }

  tool(name, agent_id, args, options) {
    return this.post(API_PATHS.tool(name), { agent_id, args }, options);
  }

  /** @param wait - seconds for which the answer may wait for the end of the call */
  approve({ id, call_sha256 }, wait = 0, options) {
    const query = wait > 0 ? `?wait=${wait}` : '';
    return this.post(
      `${API_PATHS.approval(id)}${query}`,
      { decision: 'approve', call_sha256 },
      options,
    );
  }

  async approval(id) {
    return (await this.must('GET', API_PATHS.approval(id))).approval;
  }

  /** All approvals, page by page. */
  async approvals(query = '') {
    const found = [];
    for (let cursor = null; ;) {
      const page = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const path = `${API_PATHS.approvals}?limit=200${query}${page}`;
      const { items, next_cursor } = await this.must('GET', path);
      found.push(...items);
      if (next_cursor === null) return found;
      cursor = next_cursor;
    }
  }

  /** The exported record, row by row, as somebody who keeps it elsewhere gets it. */
  async record() {
    const rows = [];
    for (let after = 0; ;) {
      const { text } = await this.get(`${API_PATHS.auditExport}?format=jsonl&after=${after}`);
      const page = text.split('\n').filter(Boolean).map(parsed);
      const own = page.filter(({ seq }) => seq !== undefined);
      rows.push(...own);
      if (own.length === 0 || own.length === page.length) return rows;
      after = own.at(-1).seq;
    }
  }

  verify() {
    return this.must('GET', API_PATHS.auditVerify);
  }

  close() {
    this.#connections.destroy();
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    // Pages and 204 have no JSON; a caller looks at the status.
    return {};
  }
}
