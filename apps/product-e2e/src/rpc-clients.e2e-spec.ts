import { askOperator } from '@kenny/contract';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Installation, SERVER_PROGRAM } from './harness/installation.js';
import { ModelService } from './harness/model-service.js';
import { RPC_CLIENTS, whyNoClient, type RpcClientProgram } from './harness/rpc-clients.js';
import { aWorld } from './harness/world.js';

/** `kenny rpc` as programs of other people find it, each with the library of its own language. */
const world = aWorld();

const SAID = 'Grüße from the model, in as many pieces as it takes — 🙂.';
const WHICH = {
  ...{ header: 'Printer', question: 'Which printer do you mean?' },
  options: [
    { label: 'The one in the hall', description: 'It is black' },
    { label: 'The one upstairs', description: 'It is white' },
  ],
};

function answersOf(file: string) {
  const restart = (id: string) => ({
    calls: [
      { id, name: 'shell_exec', args: { command: `echo ${id} >> ${file}`, reason: 'stuck' } },
    ],
  });
  const which = { id: 'which', name: askOperator.name, args: { questions: [WHICH] } };
  return [
    { text: SAID, chunkSize: 5 },
    ...[{ calls: [which] }, { text: 'I see.' }],
    ...[restart('denied'), { text: 'Then not.' }],
    ...[restart('approved'), { text: 'It runs.' }],
    restart('cancelled'),
  ];
}

async function run(client: RpcClientProgram): Promise<void> {
  const file = join(world.makeFolder(client.name), 'restarts');
  const model = await ModelService.start(world, `${client.name}-model`, answersOf(file));
  const { serverEnv } = model;
  const { api, agentId } = await Installation.up(world, client.name, { serverEnv });
  const [program, ...words] = client.command;
  const editor = world.start({
    ...{ name: client.name, program, cwd: world.folder },
    args: [...words, process.execPath, SERVER_PROGRAM, 'rpc'],
    env: { KENNY_URL: api.url, KENNY_TOKEN: api.token, PC_ID: agentId },
  });
  const exit = await editor.ended(120_000);
  expect(exit).toEqual({ code: 0, signal: null });
  expect(JSON.parse(editor.stdout)).toEqual({
    initialize: [1, 'required'],
    streamed: {
      ...{ text: SAID, inOrder: true, status: 'completed' },
      ends: ['turnQueued', 'turnStarted', 'turnFinished'],
    },
    question: answered('question', 'answered', false),
    denied: answered('confirm', 'denied', true),
    approved: answered('confirm', 'approved', false),
    cancelled: { status: 'canceled', last: 'canceled', outcome: 'canceled' },
    error: { code: -32602, message: 'Unknown session: gone', data: 'unknown_session' },
    shutdown: { ok: true },
    ...{ exit: 0, complaints: '' },
  });
  expect(existsSync(file) && readFileSync(file, 'utf8')).toBe('approved\n');
  await model.mustBeContent();
}

const answered = (kind: string, outcome: string, isError: boolean) => ({
  ...{ kind, outcome, ok: true, applied: true },
  ...{ isError: [isError], status: 'completed' },
});

for (const client of RPC_CLIENTS) {
  const reason = whyNoClient(client);
  const title = `${client.name} with ${client.library} talks, answers, approves, denies, cancels and leaves`;
  if (reason === undefined)
    it(
      title,
      world.telling(() => run(client)),
      180_000,
    );
  else {
    process.stdout.write(`\nNot tested: ${client.name} at kenny rpc: ${reason}.\n`);
    it.skip(title, () => undefined);
  }
}
