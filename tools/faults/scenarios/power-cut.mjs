import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { now } from '../processes.mjs';
import { must, none, shown, truthRows } from '../rows.mjs';

const AGENTS = 3;
const EACH = 2;

/** The server and real agents end by `kill -9` in the same moment, again and again. */
export async function* perform({ engine, engines, seconds }) {
  const world = await engines.world(engine);
  try {
    await world.startServer();
    const lines = join(world.makeFolder('lines'), 'ran');
    const names = Array.from({ length: AGENTS }, (_, i) => `cut-${i}`);
    const agents = await Promise.all(names.map((name) => world.newAgent(name)));
    let programs = agents.map((agent) => agent.start());
    await Promise.all(names.map((name) => world.online(name)));
    const person = await world.newPerson();
    let cuts = 0;
    for (const end = now() + seconds * 1000; now() < end; cuts += 1) {
      await someChanges(world, person, names, lines);
      await pause(Math.random() * 350);
      for (const one of [world.server, ...programs]) one.signal('SIGKILL');
      await Promise.all([world.server, ...programs].map(({ ended }) => ended));
      await world.startServer();
      programs = agents.map((agent) => agent.start());
      await Promise.all(names.map((name) => world.online(name)));
      await decideRest(world, person);
    }
    await world.oracle.settled(world.admin, 5_000);
    world.oracle.countLines(lines);
    const truth = await world.oracle.reconcile(world.admin);
    yield shown('power cuts', cuts);
    yield* truthRows(truth);
    yield* honestUnknown(world);
    const { ok, rows, findings } = await world.admin.verify();
    yield must(
      '`audit verify`',
      ok ? `intact, ${rows} rows` : JSON.stringify(findings),
      'intact',
      ok,
    );
  } finally {
    await world.close();
  }
}

async function someChanges(world, person, names, lines) {
  const all = names.flatMap((name) => Array(EACH).fill(name)).slice(0, 5);
  await Promise.all(
    all.map(async (name) => {
      const { body } = await person.tool(
        'shell_exec',
        name,
        world.oracle.newCommand(` >> ${lines}`),
      );
      world.oracle.told(body.approval);
      // Nobody answers after the cut; what becomes of it is asked for later.
      void person.approve(body.approval, 20).then(
        (answer) => answer.status === 200 && world.oracle.told(answer.body.approval),
        () => undefined,
      );
    }),
  );
}

/** What the cut left waiting is denied, so that there is room for the next ones. */
async function decideRest(world, person) {
  for (const approval of await world.admin.approvals('&state=pending')) {
    await person.approve(approval, 20);
  }
}

/** A command that was running stays unknown for good, and says so. */
async function* honestUnknown(world) {
  const unknown = (await world.admin.approvals()).filter(({ state }) => state === 'unknown');
  const silent = unknown.filter(({ outcome }) => !outcome?.error?.message.includes('interrupted'));
  yield shown('unknown, because the command was interrupted', unknown.length - silent.length);
  yield none(
    'unknown without such words',
    silent.map(({ id }) => id),
  );
}
