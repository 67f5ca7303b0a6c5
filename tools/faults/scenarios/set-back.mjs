import { join } from 'node:path';
import { kenny } from '../cli.mjs';
import { eventually } from '../processes.mjs';
import { must, none, shown } from '../rows.mjs';
import { putBack, snapshot } from '../snapshots.mjs';

/** Seconds that one round takes about; there are 50 in a whole run. */
const ROUND_S = 4.8;
const FINISHED = ['done', 'failed', 'lapsed', 'unknown', 'not_run'];

/**
 * Each round: some changes end and some wait; the database is copied; those that wait are approved
 * and run; the server ends; the copy is put back; whoever finds them waiting approves them again.
 */
export async function* perform({ engine, engines, seconds }) {
  const world = await engines.world(engine);
  const rounds = Math.max(3, Math.round(seconds / ROUND_S));
  const seen = { held: 0, refused: 0, accepted: 0, reads: 0, verified: [], words: new Set() };
  try {
    await world.startServer();
    const pcs = await manyPcs(world);
    for (let round = 0; round < rounds; round += 1) await setBackOnce(world, pcs, round, seen);
    world.oracle.countLines(pcs.real.lines);
    yield shown('set-backs', rounds);
    for (const [name, { args }] of Object.entries(pcs)) {
      const twice = args.filter((arg) => world.oracle.runsOf(arg) > 1);
      const ran = args.filter((arg) => world.oracle.runsOf(arg) > 0);
      yield none(`second runs, ${NAMES[name]} (of ${ran.length} that ran)`, twice.length);
    }
    yield must('not ready, with the reason', seen.held, `${rounds}`, seen.held === rounds);
    yield must('reads answered meanwhile', seen.reads, `${rounds}`, seen.reads === rounds);
    yield shown('what an approval was told', [...seen.words].join(' · ') || 'it ran');
    yield must('`kenny audit accept-loss`', seen.accepted, `${rounds}`, seen.accepted === rounds);
    yield must(...verdictAfter(seen.verified, rounds));
  } finally {
    await world.close();
  }
}

const NAMES = {
  plain: 'a PC that does not know approvals',
  careful: 'a PC that remembers approvals',
  real: 'a real agent',
};

async function manyPcs(world) {
  const plain = await world.joinFakePcs(1);
  const careful = await world.joinFakePcs(1, { from: 1, remembersApprovals: true });
  const agent = await world.newAgent('real');
  const lines = join(world.makeFolder('lines'), 'real');
  let program = agent.start();
  const again = async () => {
    // The waits of an agent that lost several connections grow.
    await program.stop();
    program = agent.start();
    await world.online('real');
  };
  await world.online('real');
  const command = (rest) => () => world.oracle.newCommand(rest);
  return {
    plain: { id: plain.ids[0], newArgs: command(''), args: [], back: () => plain.allOnline() },
    careful: {
      id: careful.ids[0],
      newArgs: command(''),
      args: [],
      back: () => careful.allOnline(),
    },
    real: { id: 'real', newArgs: command(` >> ${lines}`), args: [], back: again, lines },
  };
}

async function setBackOnce(world, pcs, round, seen) {
  const before = await askAll(world, pcs);
  if (round % 2 === 0) await Promise.all(before.map((one) => approveToEnd(world, one)));
  const waiting = round % 2 === 0 ? await askAll(world, pcs) : before;
  await snapshot(world);
  await Promise.all(waiting.map((one) => approveToEnd(world, one)));
  if (round % 3 === 0) await world.server.stop();
  else await world.killServer();
  await putBack(world);
  await world.startServer();
  await Promise.all(Object.values(pcs).map(({ back }) => back()));
  await tryAgain(world, waiting, pcs, seen);
  await acceptLoss(world, pcs, round, seen);
}

const askAll = (world, pcs) =>
  Promise.all(
    Object.values(pcs).map(async ({ id, newArgs, args }) => {
      const command = newArgs();
      args.push(command);
      const { status, body, text } = await world.admin.tool('shell_exec', id, command);
      if (status !== 202) throw new Error(`asking answered ${status}: ${text}`);
      return body.approval;
    }),
  );

async function approveToEnd(world, approval) {
  const { status, body, text } = await world.admin.approve(approval, 20);
  if (status !== 200) return { refused: `${status} ${body.error?.code}` };
  const { state } = body.approval;
  return FINISHED.includes(state) ? body.approval : { refused: text };
}

/** What the database shows as waiting, although it has run. */
async function tryAgain(world, waiting, pcs, seen) {
  const { status } = await world.readyz();
  if (status === 503) seen.held += 1;
  const read = await world.admin.tool('fs_list', pcs.plain.id, { path: '/srv' });
  if (read.status === 200) seen.reads += 1;
  for (const approval of waiting) {
    const { refused, outcome } = await approveToEnd(world, approval);
    const words = refused ?? outcome?.error?.message;
    if (words) seen.words.add(words.slice(0, 100));
  }
}

/** At the running server or in its folder. Then the audit log names one gap more, and finds no fault. */
async function acceptLoss(world, pcs, round, seen) {
  const atServer = round % 2 === 0;
  if (!atServer) await world.server.stop();
  const where = atServer ? [] : ['--local'];
  const { code, said } = await kenny(world, ['audit', 'accept-loss', '--yes', ...where]);
  if (!atServer) {
    await world.startServer();
    await Promise.all(Object.values(pcs).map(({ back }) => back()));
  }
  if (code !== 0) return seen.verified.push(`not accepted: ${said.trim().split('\n').at(-1)}`);
  seen.accepted += 1;
  await eventually('it is ready', async () => (await world.readyz()).status === 200);
  const { findings, losses } = await world.admin.verify();
  seen.verified.push(`${findings.length} findings, ${losses?.length ?? 0} gaps`);
}

function verdictAfter(verified, rounds) {
  const wanted = verified.map((_, index) => `0 findings, ${index + 1} gaps`);
  const right = verified.filter((words, index) => words === wanted[index]).length;
  const seen = `${right} of ${rounds}; last: ${verified.at(-1)}`;
  return ['`audit verify` names one gap for each set-back', seen, `${rounds}`, right === rounds];
}
