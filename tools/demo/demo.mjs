import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { API_PATHS, agentEnrollPath } from '@kenny/contract/client';
import { BACKUP_KEEP, CATALOG } from '@kenny/contract';
import { encodeBase64, serverSignatures } from '@kenny/handshake/server';
import { LeanAgent, toolsOf } from '../agents/lean-agent.mjs';
import { ROOT } from '../run/steps.mjs';
import { madeUpFleet } from './made-up-fleet.mjs';
import { MadeUpModel } from './made-up-model.mjs';
import { MADE_UP_TASK, writeMadeUpAgent } from './made-up-task.mjs';

/** How often a made-up PC reports; a real one does every quarter of an hour. */
const REPORT_MS = 30_000;
const AFTER_CHANGE_MS = 2_000;
/** Then Ben asks for something again. */
const ASKS_AGAIN_MS = 180_000;
const FIRST_ASK_MS = 3_000;
const CALENDAR = new URL('./calendar.mjs', import.meta.url).href;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long ago the PCs reported: now and then four weeks ago, every half hour since yesterday. */
const MONTH = [
  ...Array.from({ length: 84 }, (_, index) => (28 * 24 - 6 * index) * HOUR_MS),
  ...Array.from({ length: 72 }, (_, index) => (7 * 24 - 2 * index) * HOUR_MS),
  ...Array.from({ length: 48 }, (_, index) => (23.5 - index / 2) * HOUR_MS),
];
const BOOT_MS = 80_000;
/** A busy machine takes its time; so many looks follow each other at once, later ones wait a little. */
const PATIENCE_MS = 60_000;
const QUICK_LOOKS = 50;
const PAUSE_MS = 20;
/** What agents noted of themselves in that time. */
const NOTED = [
  {
    ...{ ago: 72 * HOUR_MS, on: 'leo-laptop', level: 'warn' },
    message: 'winget did not answer; apps are checked again later',
  },
  { ago: 70 * HOUR_MS, on: 'leo-laptop', level: 'info', message: 'winget answers again' },
  { ago: 30 * HOUR_MS, on: 'club-office', level: 'warn', message: 'the printer did not answer' },
];
/** What Ben asked for in that time, and what he was told four minutes later. */
const DECIDED = [
  {
    ago: 120 * HOUR_MS,
    ...{ tool: 'winget_install', args: { id: 'VideoLAN.VLC' }, reason: 'For the film evening.' },
    answer: { decision: 'deny', reason: 'Please use the laptop for films.' },
  },
  {
    ago: 48 * HOUR_MS,
    ...{ tool: 'net_dns_flush', args: {}, reason: 'The club’s pages do not open.' },
    answer: { decision: 'approve' },
  },
];
/** When the daily backup is made, which `MONTH` comes to every day. */
const BACKUP_AGO_MS = 18 * HOUR_MS;
const THOUGHT_MS = 240_000;
/** A conversation that is over, with a change that was approved in it. */
const TALK = {
  ago: 26 * HOUR_MS,
  message: 'Is there enough space on Leo’s laptop for the holidays?',
  agent_id: 'leo-laptop',
};

/** `npm start -- --demo`: the real server with made-up PCs, in a folder that is gone afterwards. */
export async function runDemo() {
  const fleet = madeUpFleet();
  const model = await MadeUpModel.start(fleet);
  const dataDir = mkdtempSync(join(tmpdir(), 'kenny-demo-'));
  const token = `kny_${randomBytes(32).toString('base64url')}`;
  writeMadeUpAgent(dataDir);
  const server = fork(join(ROOT, 'apps/server/bundle/kenny.mjs'), ['serve'], {
    cwd: ROOT,
    execArgv: ['--import', CALENDAR],
    env: {
      // It warns of its calendar, which jumps.
      ...{ KENNY_LOG_LEVEL: 'error', KENNY_RUNS_AS: 'npm-start' },
      ...process.env,
      ...{ KENNY_DATA_DIR: dataDir, KENNY_OPERATOR_TOKEN: token, KENNY_DEMO: '1' },
      // Of an installation that may be here; the demo has nothing to do with it.
      ...{ KENNY_DATABASE_URL: undefined, KENNY_PUBLIC_URL: undefined },
      ...{ KENNY_TASKS_AGENT_TYPES: undefined },
      ...model.serverEnv,
      DEMO_BEGINS_AGO: String(MONTH[0]),
    },
  });
  const demo = new Demo({ token, fleet, model, calendar: new Calendar(server) });
  server.on('message', ({ type, url }) => {
    if (type !== 'listening') return;
    demo.begin(url).catch((error) => {
      console.error(`The demo could not begin: ${error.message}`);
      server.kill('SIGTERM');
    });
  });
  server.on('exit', (code) => {
    demo.end();
    void model.stop();
    rmSync(dataDir, { recursive: true, force: true });
    process.exitCode = code ?? 1;
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill('SIGTERM'));
}

/** That of the server, which begins in the past. */
class Calendar {
  ago = MONTH[0];

  constructor(server) {
    this.server = server;
  }

  /** By that of the server. */
  now() {
    return Date.now() - this.ago;
  }

  /** What it looks after every few minutes, it looks after now. */
  look() {
    this.server.send({ type: 'look' });
  }

  /** Kept when the server is there. */
  turnTo(ago) {
    return new Promise((resolve, reject) => {
      const heard = (message) => {
        if (message.type !== 'calendar' || message.ago !== ago) return;
        this.server.off('message', heard);
        this.ago = ago;
        resolve();
      };
      this.server.on('message', heard);
      this.server.send({ type: 'calendar', ago }, (error) => error && reject(error));
    });
  }
}

class Demo {
  timers = new Set();
  isOver = false;

  constructor(parts) {
    Object.assign(this, parts);
  }

  async begin(url) {
    this.url = url;
    this.model.waiting = () => this.waiting();
    const agents = [];
    for (const pc of this.fleet) agents.push(await this.add(pc));
    const ben = await this.request('POST', API_PATHS.tokens, {
      ...{ operator: { id: 'ben', name: 'Ben' }, name: 'Ben', scope: 'operator' },
      ...{ classes: ['read', 'change'], decide: false },
    });
    await this.live(agents, ben.token);
    await this.startTask();
    this.later(FIRST_ASK_MS, () => this.ask(ben.token));
    console.log(`
This is a demo: eight made-up PCs that report to a real server. Open

    ${url}

and log in with

    ${this.token}

Ben asks for a change in a moment: look under Approvals. Only what you add is real, such as a PC; nothing is kept.
Ctrl+C ends it.
`);
  }

  end() {
    this.isOver = true;
    for (const timer of this.timers) clearTimeout(timer);
  }

  async add(pc) {
    const signer = serverSignatures().createSigner(randomBytes(32));
    const { id: agent_id, name, os } = pc;
    const { enrollment } = await this.request('POST', API_PATHS.agents, { agent_id, name, os });
    await this.request('PATCH', API_PATHS.agent(agent_id), pc.details);
    const public_key = encodeBase64(signer.publicKey);
    await this.request('POST', agentEnrollPath(agent_id), { public_key }, enrollment.token);
    const agent = new MadeUpAgent(pc, signer, this, (ms) => this.reports(agent, ms));
    await agent.connect();
    return agent;
  }

  /** Through the month before today, and from now on. */
  async live(agents, benToken) {
    this.past = true;
    let there = agents;
    let last = Date.now();
    for (const ago of MONTH) {
      const at = Date.now() - ago;
      await this.restart(
        there.filter(({ pc }) => pc.bootedAt(at) > last),
        ago,
      );
      last = at;
      for (const agent of there) agent.report(at);
      for (const { on, ...said } of NOTED.filter((one) => one.ago === ago))
        there.find(({ agentId }) => agentId === on)?.note(said, at);
      await this.knows(there, ({ received_at: heardAt }) => Date.parse(heardAt ?? 0) >= at);
      for (const one of DECIDED) if (one.ago === ago) await this.decide(one, benToken);
      if (TALK.ago === ago) await this.talk();
      if (isBackupTime(ago)) await this.backUp();
      const left = there.filter(({ pc }) => ago <= pc.left);
      for (const agent of left) agent.hangUp();
      // Before its clock goes on: it notes when a PC was there last.
      await this.knows(left, ({ online }) => !online);
      there = there.filter((agent) => !left.includes(agent));
    }
    this.past = false;
    for (const agent of there) this.reports(agent, REPORT_MS);
  }

  /** Until then; these were switched off shortly before, and on again. */
  async restart(agents, ago) {
    if (agents.length > 0) await this.calendar.turnTo(ago + BOOT_MS);
    for (const agent of agents) agent.hangUp();
    await this.knows(agents, ({ online }) => !online);
    await this.calendar.turnTo(ago);
    for (const agent of agents) await agent.connect();
  }

  /** Only where an AI agent can run: without a sandbox, the page says what is missing. */
  async startTask() {
    const { types } = await this.request('GET', API_PATHS.agentTypes);
    if (!types.some(({ id, available }) => id === MADE_UP_TASK.agent_type && available)) return;
    const { id } = await this.request('POST', API_PATHS.tasks, MADE_UP_TASK);
    await this.request('POST', API_PATHS.taskStart(id), {});
  }

  /** The server makes it by itself, as each day: only its look whether one is due comes early. */
  async backUp() {
    const newest = async () => {
      const { items, running } = await this.request('GET', API_PATHS.serverBackups);
      return running ? undefined : items[0]?.name;
    };
    const before = await newest();
    this.calendar.look();
    const isMade = async () => ![before, undefined].includes(await newest());
    if (!(await until(isMade))) throw new Error('its server makes no backup');
  }

  async waiting() {
    const { items } = await this.request('GET', API_PATHS.approvals);
    return items.filter(({ state }) => state === 'pending');
  }

  async decide({ ago, tool, args, reason, answer }, benToken) {
    const body = { agent_id: 'club-office', args, reason };
    const { approval } = await this.request('POST', API_PATHS.tool(tool), body, benToken);
    await this.calendar.turnTo(ago - THOUGHT_MS);
    const { id, call_sha256 } = approval;
    // Until it has run as well, before the calendar goes on.
    const path = `${API_PATHS.approval(id)}?wait=30`;
    await this.request('POST', path, { ...answer, call_sha256 });
  }

  /** To its end: what it asks for is approved. */
  async talk() {
    this.model.atOnce = true;
    const { ago, message, agent_id } = TALK;
    const { session_id, pending } = await this.request('POST', API_PATHS.chat, {
      ...{ message, agent_id },
    });
    await this.calendar.turnTo(ago - THOUGHT_MS);
    const approval_id = pending.approval.id;
    await this.request('POST', API_PATHS.chatConfirm, { session_id, approval_id, approve: true });
    this.model.atOnce = false;
  }

  /** Until that is so of all of them, to the server. */
  async knows(agents, what) {
    const ids = new Set(agents.map(({ agentId }) => agentId));
    const heard = await until(async () => {
      const { agents: known } = await this.request('GET', API_PATHS.fleet);
      return known.filter((pc) => ids.has(pc.agent_id) && what(pc)).length === ids.size;
    });
    if (!heard) throw new Error('its server does not hear the made-up PCs');
  }

  reports(agent, ms) {
    this.later(ms, () => {
      // Of the past it has reported already.
      if (!agent.online || this.past) return;
      agent.report();
      if (ms === REPORT_MS) this.reports(agent, ms);
    });
  }

  /** As somebody who may request a change, and not approve it. */
  async ask(token) {
    const args = { script: 'Restart-Service -Name Spooler -Force' };
    const reason = 'The club’s printer does not answer.';
    const body = { agent_id: 'club-office', args, reason };
    const path = API_PATHS.tool('powershell_exec');
    // He may have asked too often, or be paused: then not this time.
    await this.request('POST', path, body, token).catch(() => undefined);
    this.later(ASKS_AGAIN_MS, () => this.ask(token));
  }

  later(ms, what) {
    if (this.isOver) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      void what();
    }, ms);
    this.timers.add(timer);
  }

  async request(method, path, body, token = this.token) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(new URL(path, this.url), {
      ...{ method, headers, body: JSON.stringify(body) },
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  }
}

/** After these nothing has to be looked at again. */
const READS = new Set(
  CATALOG.tools.filter(({ effect }) => effect === 'read').map(({ name }) => name),
);

/** Answers as its PC would, and looks again after a change. */
class MadeUpAgent extends LeanAgent {
  constructor(pc, signer, { url, calendar }, reportIn) {
    const meta = { ...pc.meta, tools: toolsOf(pc.os) };
    super({ agentId: pc.id, signer, meta }, { url });
    this.pc = pc;
    this.calendar = calendar;
    this.reportIn = reportIn;
  }

  report(at = Date.now()) {
    this.send(
      JSON.stringify({
        ...{ type: 'telemetry', agent_id: this.agentId },
        ...{ collected_at: new Date(at).toISOString(), snapshot: this.pc.snapshot(at) },
      }),
    );
  }

  note({ level, message }, at) {
    const frame = { type: 'log', agent_id: this.agentId, at: new Date(at).toISOString() };
    this.send(JSON.stringify({ ...frame, level, target: 'agent', message, fields: {} }));
  }

  answer({ id, tool, args }) {
    const result = this.pc.run(tool, args, this.calendar.now());
    this.send(JSON.stringify({ type: 'response', id, ok: true, result }));
    if (!READS.has(tool)) this.reportIn(AFTER_CHANGE_MS);
  }
}

/** Each day of the last week, and once in each week before. */
function isBackupTime(ago) {
  const days = (ago - BACKUP_AGO_MS) / DAY_MS;
  return Number.isInteger(days) && (days < BACKUP_KEEP.days || days % 7 === 0);
}

/** Looks until it is so. @returns whether it came to that in time */
async function until(isSo) {
  const end = performance.now() + PATIENCE_MS;
  for (let looks = 0; performance.now() < end; looks += 1) {
    if (await isSo()) return true;
    if (looks > QUICK_LOOKS) await pause(PAUSE_MS);
  }
  return false;
}
