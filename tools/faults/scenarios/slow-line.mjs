import { SlowLine } from '@kenny/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually, now } from '../processes.mjs';
import { atMost, must, none, shown, truthRows } from '../rows.mjs';
import { joinTransport } from '../transport.mjs';

const KBIT = 1_000;
const OUTPUT_BYTES = 600_000;
const SCREEN_BYTES = 8 * 1024 * 1024;
/** A call whose answer is small, while a large one is under way. */
const PASSES_S = 5;
const PATIENCE_MS = 15 * 60_000;
const FIRST_PICTURE_MS = 10_000;

/**
 * Large answers over lines that carry little.
 * @param seconds - how long the answers take; half of that means lines that are twice as fast
 */
export async function* perform({ engine, engines, seconds }) {
  const world = await engines.world(engine);
  const faster = Math.max(1, 300 / seconds);
  try {
    await world.startServer();
    const all = await Promise.all([
      output(world, 32 * KBIT * faster),
      screen(world, 256 * KBIT * faster),
    ]);
    for (const rows of all) yield* rows;
    const truth = await world.oracle.reconcile(world.admin);
    yield* truthRows(truth);
    yield must('without an end afterwards', truth.open, '0', truth.open === 0);
  } finally {
    await world.close();
  }
}

/** A change of a real agent with a long output; reads pass meanwhile. */
async function output(world, rate) {
  const line = await slowLine(world, rate);
  const agent = await world.newAgent('slow-output', { url: line.url });
  agent.start();
  await world.online(agent.agent_id);
  await isQuiet(line);
  const watch = watchPc(world, agent.agent_id);
  const lines = `${world.makeFolder('lines')}/ran`;
  const { body } = await world.admin.tool(
    'shell_exec',
    agent.agent_id,
    world.oracle.newCommand(
      ` >> ${lines}; head -c ${(OUTPUT_BYTES / 4) * 3} /dev/urandom | base64 -w0`,
    ),
  );
  const began = now();
  await world.admin.approve(body.approval, 0);
  const states = new Set();
  const reads = [];
  const folder = world.makeFolder('small');
  await eventually(
    'it has an end',
    async () => {
      const { state } = await world.admin.approval(body.approval.id);
      states.add(state);
      if (state !== 'sent') return ['done', 'failed', 'not_run'].includes(state);
      await pause(3_000);
      const read = await world.admin.tool('fs_list', agent.agent_id, { path: folder });
      reads.push(read.status === 200 ? read.ms / 1000 : Infinity);
      return false;
    },
    PATIENCE_MS,
    200,
  );
  const tookS = (now() - began) / 1000;
  const { outcome } = await world.admin.approval(body.approval.id);
  world.oracle.countLines(lines);
  const what = `600 kB at ${rate / KBIT} kbit/s`;
  const size = outcome?.result?.stdout?.length ?? 0;
  return [
    must(`${what}: bytes of output that came`, size, String(OUTPUT_BYTES), size === OUTPUT_BYTES),
    must(`${what}: states`, [...states].join(', '), 'never unknown', !states.has('unknown')),
    shown(`${what}: took`, `${tookS.toFixed(0)} s`),
    shown(`${what}: bytes over the line`, line.up),
    shown(`${what}: reads meanwhile`, reads.map((s) => s.toFixed(1)).join(' ')),
    atMost(
      `${what}: slowest of ${reads.length} reads meanwhile`,
      Math.max(...reads),
      PASSES_S,
      's',
    ),
    ...(await watch.rows(what)),
  ];
}

/** A picture of a screen, through the connection of the real agent. */
async function screen(world, rate) {
  const line = await slowLine(world, rate);
  const image_b64 = `iVBORw0KGgo${'A'.repeat(SCREEN_BYTES - 11)}`;
  const agent_id = 'slow-screen';
  const answer = (tool) => (tool === 'fs_list' ? { entries: [] } : { image_b64, format: 'png' });
  await joinTransport(world, { agent_id, url: line.url, answer });
  const watch = watchPc(world, agent_id);
  const began = now();
  const asked = world.admin.tool('screen_capture', agent_id, {}, { patienceMs: PATIENCE_MS });
  await pause(FIRST_PICTURE_MS);
  const read = await world.admin.tool('fs_list', agent_id, { path: '/' });
  const { status, body } = await asked;
  const tookS = (now() - began) / 1000;
  const size = body.result?.image_b64?.length ?? 0;
  const what = `8 MiB at ${rate / KBIT} kbit/s`;
  return [
    must(
      `${what}: status, bytes`,
      `${status}, ${size}`,
      `200, ${SCREEN_BYTES}`,
      size === SCREEN_BYTES,
    ),
    shown(`${what}: took`, `${tookS.toFixed(0)} s`),
    shown(`${what}: bytes over the line`, line.up),
    atMost(
      `${what}: a read meanwhile`,
      read.status === 200 ? read.ms / 1000 : Infinity,
      PASSES_S,
      's',
    ),
    ...(await watch.rows(what)),
  ];
}

async function slowLine(world, rate) {
  const line = await SlowLine.to(world.port, rate);
  world.onClose(() => line.close());
  return Object.assign(line, { url: `http://127.0.0.1:${line.port}` });
}

/** The first snapshot is through. */
async function isQuiet(line) {
  for (let before = -1; before !== line.up; await pause(4_000)) before = line.up;
}

/** Whether the PC stays, on one connection. */
function watchPc(world, agent_id) {
  const away = [];
  const connections = new Set();
  let over = false;
  const watching = (async () => {
    while (!over) {
      const { online, connected_since } = await world.pc(agent_id);
      if (!online) away.push(now());
      else connections.add(connected_since);
      await pause(1_000);
    }
  })();
  return {
    async rows(what) {
      over = true;
      await watching;
      const { size } = connections;
      return [
        none(`${what}: seconds in which the PC was offline`, away.length),
        must(`${what}: connections`, size, '1', size === 1),
      ];
    },
  };
}
