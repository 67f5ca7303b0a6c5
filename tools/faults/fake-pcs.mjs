import { API_PATHS, agentEnrollPath } from '@kenny/contract/client';
import { encodeBase64 } from '@kenny/handshake/server';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as pause } from 'node:timers/promises';
import { LoadAgent } from '../bench/load/load-agent.mjs';
import { agentIdOf, signerOf } from '../bench/identities.mjs';
import { eventually } from './processes.mjs';

const PING = '{"type":"ping"}';
const PING_MS = 25_000;
/** How soon a fake PC tries again: sooner than a real one, so that more happens in a minute. */
const FIRST_RETRY_MS = 200;
const RETRY_SPREAD_MS = 1_000;
/** A change takes this long at most; kills then also meet commands that run. */
const LONGEST_RUN_MS = 150;
const AT_ONCE = 8;
const A_FILE = { content: 'what a file says', truncated: false };

/**
 * A PC whose journal is kept by the oracle, outside of the product: what it was asked to run is
 * counted there before anything else happens. It remembers over any restart of the server.
 */
class FakePc extends LoadAgent {
  #calls = new Map();
  #approvals = new Set();
  #leaving = false;

  constructor(index, target, options) {
    super(index, target);
    this.options = options;
  }

  async stay() {
    while (!this.#leaving) {
      try {
        await new Promise((resolve, reject) => this.connect(resolve).catch(reject));
      } catch {
        // Not there, or too busy for now: it is tried again like after any other end.
      }
      if (this.#leaving) return;
      await pause(FIRST_RETRY_MS + Math.random() * RETRY_SPREAD_MS);
    }
  }

  leave() {
    this.#leaving = true;
    this.hangUp();
  }

  receive(text) {
    const frame = JSON.parse(text);
    if (frame.type === 'ping') return this.#say({ type: 'pong' });
    if (frame.type !== 'request') return super.receive(text);
    if (frame.tool === 'call_status') return this.#answer(frame.id, this.#statusOf(frame.args.id));
    if (frame.tool === 'shell_exec') return void this.#change(frame);
    if (frame.tool === 'fs_read') return this.#answer(frame.id, A_FILE);
    return super.receive(text);
  }

  async #change({ id, args, approval }) {
    const known = this.#calls.get(id);
    if (known) return known.response && this.#say(known.response);
    if (this.options.remembersApprovals && approval !== undefined) {
      if (this.#approvals.has(approval)) {
        const message = 'refused: this approval has been used on this PC already';
        return this.#say(failed(id, message));
      }
      this.#approvals.add(approval);
    }
    const call = { response: undefined };
    this.#calls.set(id, call);
    this.options.oracle.ran(this.agentId, args.command, id);
    await pause(this.options.runMs?.() ?? Math.random() * LONGEST_RUN_MS);
    const result = { stdout: '', stderr: '', exit_code: 0 };
    call.response = { type: 'response', id, ok: true, result };
    this.#say(call.response);
  }

  #statusOf(id) {
    const call = this.#calls.get(id);
    if (!call) return { state: 'not_seen' };
    return call.response ? { state: 'done', response: call.response } : { state: 'running' };
  }

  #answer(id, result) {
    this.#say({ type: 'response', id, ok: true, result });
  }

  /** The connection may have ended while the command ran; the journal has the answer. */
  #say(frame) {
    if (this.socket.readyState === this.socket.OPEN) this.send(JSON.stringify(frame));
  }
}

const failed = (id, message) => ({
  ...{ type: 'response', id, ok: false },
  error: { code: 'blocked', message },
});

/** PCs that are there, whatever happens to the server. */
export class FakePcs {
  #pcs = [];

  /** @param options - `oracle`; `remembersApprovals`: refuses a second run of one approval */
  static async join(person, count, options) {
    const pcs = new FakePcs();
    const indexes = Array.from({ length: count }, (_, i) => (options.from ?? 0) + i);
    await enrolAll(person, indexes);
    const url = options.url ?? person.url;
    pcs.#pcs = indexes.map((index) => new FakePc(index, { url }, options));
    for (const pc of pcs.#pcs) pc.stay();
    pcs.heartbeat = setInterval(() => pcs.#ping(), PING_MS);
    await pcs.allOnline();
    return pcs;
  }

  get ids() {
    return this.#pcs.map(({ agentId }) => agentId);
  }

  /** The server was asked whether it knows all of them as connected; the sockets say the same. */
  allOnline(patienceMs = 60_000) {
    const online = () => this.#pcs.every((pc) => pc.online);
    return eventually(`${this.#pcs.length} fake PCs are online`, online, patienceMs);
  }

  leave() {
    clearInterval(this.heartbeat);
    for (const pc of this.#pcs) pc.leave();
  }

  isOnline(index) {
    return this.#pcs[index].online;
  }

  telemetry(index, snapshot) {
    const { agentId: agent_id } = this.#pcs[index];
    const collected_at = new Date().toISOString();
    this.#pcs[index].send(JSON.stringify({ type: 'telemetry', agent_id, collected_at, snapshot }));
  }

  /** All lose their connection at once. */
  hangUp() {
    for (const pc of this.#pcs) pc.hangUp();
  }

  #ping() {
    for (const pc of this.#pcs) if (pc.online) pc.send(PING);
  }
}

export const enrolMany = (person, count) =>
  enrolAll(
    person,
    Array.from({ length: count }, (_, i) => i),
  );

async function enrolAll(person, indexes) {
  const left = indexes.values();
  const lane = async () => {
    for (const index of left) await enrol(person, index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

async function enrol(person, index) {
  const agent_id = agentIdOf(index);
  const { enrollment } = await person.must('POST', API_PATHS.agents, { agent_id });
  const public_key = encodeBase64(signerOf(index).publicKey);
  await person.as(enrollment.token).must('POST', agentEnrollPath(agent_id), { public_key });
}
