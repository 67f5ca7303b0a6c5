import { join } from 'node:path';
import { Line } from '../line.mjs';
import { eventually, within } from '../processes.mjs';
import { must, shown, truthRows } from '../rows.mjs';

const AGENTS = 8;
/** About what the frames of the request and of the answer take on the line. */
const BYTES = { down: 420, up: 220 };
const END_MS = 60_000;

/** The line ends after n bytes of the request, or of the answer, of a real agent. */
export async function* perform({ engine, engines, seconds }) {
  const world = await engines.world(engine);
  const each = Math.max(2, Math.round(seconds / 12));
  try {
    await world.startServer();
    const lines = join(world.makeFolder('lines'), 'ran');
    const ends = { down: {}, up: {} };
    const names = Array.from({ length: AGENTS }, (_, i) => `cut-${i}`);
    await Promise.all(names.map((name) => cuts(world, name, lines, each, ends)));
    world.oracle.countLines(lines);
    const truth = await world.oracle.reconcile(world.admin);
    yield shown('cuts', AGENTS * each);
    yield shown('cut within the request: ends', JSON.stringify(ends.down));
    yield shown('cut within the answer: ends', JSON.stringify(ends.up));
    yield* truthRows(truth);
    yield must('without an end afterwards', truth.open, '0', truth.open === 0);
  } finally {
    await world.close();
  }
}

async function cuts(world, name, lines, each, ends) {
  const line = await Line.to(world.port);
  world.onClose(() => line.close());
  const person = await world.newPerson();
  const agent = await world.newAgent(name, { url: line.url });
  let program = agent.start();
  await world.online(name);
  for (let i = 0; i < each; i += 1) {
    const way = i % 2 === 0 ? 'down' : 'up';
    const { body } = await person.tool('shell_exec', name, world.oracle.newCommand(` >> ${lines}`));
    const since = (await world.pc(name)).connected_since;
    const reached = line.cutAfter(way, 1 + Math.floor(Math.random() * BYTES[way]));
    await person.approve(body.approval, 0);
    const wasCut = await within(
      reached.then(() => true),
      5_000,
    );
    line.forgetCut();
    if (wasCut) program = await backAgain(world, { agent, program, since });
    const state = await endOf(person, body.approval);
    const key = wasCut ? state : 'not reached';
    ends[way][key] = (ends[way][key] ?? 0) + 1;
  }
}

/** A fresh process, because the waits of one that has lost several connections grow. */
async function backAgain(world, { agent, program, since }) {
  await program.stop();
  const next = agent.start();
  await eventually(`${agent.agent_id} is back`, async () => {
    const { online, connected_since } = await world.pc(agent.agent_id);
    return online && connected_since !== since;
  });
  return next;
}

async function endOf(person, { id }) {
  const state = async () => (await person.approval(id)).state;
  const ended = async () => !['pending', 'approved', 'sent', 'unknown'].includes(await state());
  await eventually('it has an end', ended, END_MS, 200).catch(() => undefined);
  return state();
}
