import { MCP_PATH } from '@kenny/contract/agent';
import { API_PATHS } from '@kenny/contract/client';
import { setTimeout as pause } from 'node:timers/promises';
import { ChangingModel } from '../changing-model.mjs';
import { now } from '../processes.mjs';
import { must, none, shown, truthRows } from '../rows.mjs';

const OPEN = ['pending', 'approved', 'sent'];
const PCS = 3;
const TRIES_MS = 60;

/** `kill -9` at random while changes come through MCP and the chat, and while two people approve. */
export async function* perform({ engine, engines, seconds }) {
  const world = await engines.world(engine);
  const model = await ChangingModel.start(() => world.oracle.newCommand());
  world.onClose(() => model.stop());
  try {
    await world.startServer({ env: model.env });
    const pcs = await world.joinFakePcs(PCS);
    const [twoKey, mcp, chat] = pcs.ids;
    await world.admin.must('PATCH', API_PATHS.agent(twoKey), {
      ...{ tags: ['two-key'], allow_too_few_approvers: true },
    });
    const doors = [
      await twoKeys(world, twoKey),
      await throughMcp(world, mcp),
      await throughChat(world, chat),
    ];
    let stopped = false;
    const lanes = doors.map((once) => keep(once, () => stopped));
    let kills = 0;
    for (const end = now() + seconds * 1000; now() < end; kills += 1) {
      await pause(600 + Math.random() * 1_500);
      await world.killServer();
      await world.startServer({ env: model.env });
      await pcs.allOnline();
    }
    stopped = true;
    await Promise.all(lanes);
    await world.oracle.settled(world.admin, 30_000);
    const truth = await world.oracle.reconcile(world.admin);
    const all = await world.admin.approvals();
    yield shown('kills', kills);
    for (const [name, fits] of Object.entries(DOORS(twoKey))) {
      const own = all.filter(fits);
      const done = own.filter(({ state }) => state === 'done').length;
      yield must(
        `${name}: done, of all`,
        `${done} of ${own.length}`,
        'one at least',
        own.length >= 1,
      );
    }
    const alone = all.filter(
      ({ agent_id, args, decisions }) =>
        agent_id === twoKey && world.oracle.runsOf(args) > 0 && peopleIn(decisions) < 2,
    );
    yield none(
      'ran with one key of two',
      alone.map(({ id }) => id),
    );
    yield* truthRows(truth);
    const { ok, findings } = await world.admin.verify();
    yield must('`audit verify`', ok ? 'intact' : JSON.stringify(findings), 'intact', ok);
  } finally {
    await world.close();
  }
}

const DOORS = (twoKey) => ({
  'two keys': ({ agent_id }) => agent_id === twoKey,
  MCP: ({ door }) => door === 'mcp',
  chat: ({ door }) => door === 'chat',
});

const peopleIn = (decisions) =>
  new Set(decisions.filter(({ decision }) => decision === 'approve').map(({ by }) => by.id)).size;

async function keep(once, isOver) {
  while (!isOver()) await once(isOver).catch(() => pause(TRIES_MS));
}

/** Each approves until it is decided, whoever was heard before a kill. */
async function toItsEnd(world, people, id, isOver) {
  while (!isOver()) {
    for (const person of people) {
      try {
        const approval = await person.approval(id);
        if (!OPEN.includes(approval.state)) return world.oracle.told(approval);
        await person.approve(approval, 5);
      } catch {
        // Nobody answers while the server starts.
        await pause(TRIES_MS);
      }
    }
  }
  return undefined;
}

async function twoKeys(world, pc) {
  const [anna, ben] = [await world.newPerson(), await world.newPerson()];
  return async (isOver) => {
    const { status, body } = await anna.tool('shell_exec', pc, world.oracle.newCommand());
    if (status !== 202) return pause(TRIES_MS);
    world.oracle.told(body.approval);
    return toItsEnd(world, [anna, ben], body.approval.id, isOver);
  };
}

async function throughMcp(world, pc) {
  const client = await world.newPerson({ scope: 'mcp', decide: false });
  const person = await world.newPerson();
  return async (isOver) => {
    const known = new Set((await person.approvals(`&agent_id=${pc}`)).map(({ id }) => id));
    await callTool(world, client.token, { agent_id: pc, ...world.oracle.newCommand() });
    const [fresh] = (await person.approvals(`&agent_id=${pc}`)).filter(({ id }) => !known.has(id));
    if (!fresh) return pause(TRIES_MS);
    world.oracle.told(fresh);
    return toItsEnd(world, [person], fresh.id, isOver);
  };
}

/** One request of the revision without sessions. */
async function callTool({ url }, token, args) {
  const revision = '2026-07-28';
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'faults', version: '1' },
  };
  const params = { name: 'shell_exec', arguments: args, _meta: meta };
  const response = await fetch(url + MCP_PATH, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...{ accept: 'application/json, text/event-stream', 'mcp-protocol-version': revision },
      ...{ 'mcp-method': 'tools/call', 'mcp-name': 'shell_exec' },
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    signal: AbortSignal.timeout(10_000),
  });
  return response.text();
}

async function throughChat(world, pc) {
  const person = await world.newPerson();
  return async (isOver) => {
    const { status, body } = await person.post(API_PATHS.chat, {
      ...{ message: 'Please change something.', agent_id: pc },
    });
    const approval = body.pending?.approval;
    if (status !== 200 || !approval) return pause(TRIES_MS);
    world.oracle.told(approval);
    return toItsEnd(world, [person], approval.id, isOver);
  };
}
