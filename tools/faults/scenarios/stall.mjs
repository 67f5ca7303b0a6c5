import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Line } from '../line.mjs';
import { eventually, now } from '../processes.mjs';
import { atMost, figure, must, truthRows } from '../rows.mjs';

const SLEEP_S = 4;
/** After the line is there again. */
const SETTLED_S = 20;
/** An agent is offline after three missed heartbeats of 30 s. */
const OFFLINE_S = 100;

/** Name → which way nothing passes, and whether the command runs already. */
const KINDS = {
  both: { ways: ['up', 'down'], running: false },
  down: { ways: ['down'], running: false },
  up: { ways: ['up'], running: false },
  'answer-only': { ways: ['up'], running: true },
  'while-running': { ways: ['up', 'down'], running: true },
};

/** Lines between real agents and the server pass nothing for so long, without an end being told. */
export async function* perform({ engine, engines, seconds }) {
  const world = await engines.world(engine);
  try {
    await world.startServer();
    const lines = join(world.makeFolder('lines'), 'ran');
    const all = await Promise.all(
      Object.entries(KINDS).map(([name, kind]) => stalled(world, name, kind, lines, seconds)),
    );
    for (const rows of all) yield* rows;
    world.oracle.countLines(lines);
    const truth = await world.oracle.reconcile(world.admin);
    yield* truthRows(truth);
    yield must('without an end afterwards', truth.open, '0', truth.open === 0);
  } finally {
    await world.close();
  }
}

async function stalled(world, name, { ways, running }, lines, seconds) {
  const line = await Line.to(world.port);
  world.onClose(() => line.close());
  const agent = await world.newAgent(`pc-${name}`, { url: line.url });
  agent.start();
  await world.online(agent.agent_id);
  const rest = ` >> ${lines}; sleep ${running ? SLEEP_S : 0}`;
  const { body } = await world.admin.tool(
    'shell_exec',
    agent.agent_id,
    world.oracle.newCommand(rest),
  );
  const { approval } = body;
  if (!running) line.stall(...ways);
  const began = now();
  await world.admin.approve(approval, 0);
  if (running) {
    await pause(1_500);
    line.stall(...ways);
  }
  const offline = eventually(
    'it is offline',
    async () => !(await world.pc(agent.agent_id)).online && now(),
    Math.max(1, seconds - 5) * 1000,
    500,
  ).catch(() => undefined);
  await pause(began + seconds * 1000 - now());
  const offlineAt = await offline;
  line.resume();
  const freeAt = now();
  const state = await eventually(
    'it has an end',
    async () => ENDS.includes((await world.admin.approval(approval.id)).state),
    SETTLED_S * 3_000,
    200,
  ).then(
    async () => (await world.admin.approval(approval.id)).state,
    () => 'no end',
  );
  const after = (now() - freeAt) / 1000;
  const expectsOffline = seconds > OFFLINE_S && ways.includes('up');
  return [
    ...(expectsOffline
      ? [
          atMost(
            `${name}: offline after`,
            offlineAt ? (offlineAt - began) / 1000 : Infinity,
            OFFLINE_S,
            's',
          ),
        ]
      : []),
    must(
      `${name}: its change after the line was back`,
      `${state} after ${figure(after)} s`,
      `done or not_run, ≤ ${SETTLED_S} s`,
      ENDS.includes(state) && after <= SETTLED_S,
    ),
  ];
}

const ENDS = ['done', 'not_run'];
