import { API_PATHS, type ErrorBody } from '@kenny/contract';
import { systemClock } from '@kenny/kernel';
import { Decisions } from '../src/dispatch/index.js';
import { SYSTEM, type Principal } from '../src/kernel/index.js';
import { ApprovalsService } from '../src/policy/index.js';
import { ChatWorld, type Refused } from '../test/chat-world.js';
import { CliWorld } from '../test/cli-world.js';
import { connectClient, mcpToken, said } from '../test/mcp-world.js';
import { tempDirs } from '../test/temp-dir.js';
import { saying, use, wanting } from '../test/told-brain.js';
import { bearer, WsClient } from '../test/ws-client.js';

/** A database is set back, and every door is tried: none opens the way for a change. */

const newDir = tempDirs();
const SHELL = 'shell_exec';
let world: ChatWorld;
let session_id: string;
let pending: { id: string; call_sha256: string };
let mcp: string;

beforeAll(async () => {
  world = await ChatWorld.start(newDir());
  const waiting = await world.waiting('echo 1');
  ({ session_id, approval: pending } = waiting);
  mcp = (await mcpToken(world.server, { elicitation: true })).token;
  await world.setBack(() => world.token({ operator: { id: 'bo' } }));
});
afterAll(() => world.server.stop());
afterEach(() => {
  expect(world.ran).toEqual([]);
});

const HELD = /database was set back .* kenny audit accept-loss/;

it('HTTP: a request is refused, and so is an approval', async () => {
  const body = { agent_id: 'pc1', args: { command: 'echo 2' } };
  const { server, anna } = world;
  for (const [path, said_] of [
    [API_PATHS.tool(SHELL), body],
    [API_PATHS.approval(pending.id), { decision: 'approve', call_sha256: pending.call_sha256 }],
  ] as const) {
    const answer = await server.http<ErrorBody>('POST', path, said_, anna);
    expect([answer.status, answer.body.error.code]).toEqual([409, 'held']);
    expect(answer.body.error.message).toMatch(HELD);
  }
});

it('/ws: an approval is refused', async () => {
  const client = await WsClient.open(world.server.url, bearer(world.anna));
  const { id, call_sha256 } = pending;
  expect(await client.fail('approval.decide', { id, decision: 'approve', call_sha256 })).toEqual(
    expect.objectContaining({
      code: 'CONFLICT',
      message: expect.stringMatching(HELD) as string,
      details: expect.objectContaining({ code: 'held' }) as object,
    }),
  );
});

it.each(['sdk 1', 'sdk 2 pinned'] as const)(
  'MCP: a change is refused before its user is asked (%s)',
  async (kind) => {
    let questions = 0;
    const client = await connectClient(kind, {
      ...{ url: world.server.url, token: mcp },
      answer: () => {
        questions += 1;
        return { action: 'accept', content: { approve: true } };
      },
    });
    const answer = await client.call(SHELL, { agent_id: 'pc1', command: 'echo 3' });
    await client.close();
    expect([answer.isError, questions]).toEqual([true, 0]);
    expect(said(answer)).toMatchObject({
      error: { code: 'held', message: expect.stringMatching(HELD) as string },
    });
  },
);

it("elicitation: a client's word for what waits already is refused", async () => {
  const { id, call_sha256 } = pending;
  const { record } = await world.server.get(ApprovalsService).stored(id);
  const [, owner = '', conversation = ''] = record.principal_key.split(':');
  const who = { kind: 'chat', id: owner, conversation, elicitation: true } as const;
  const principal: Principal = { ...SYSTEM, ...who };
  const ctx = { principal, door: 'mcp', request_id: 'r1' } as const;
  const word = world.server
    .get(Decisions)
    .takeElicitationAnswer(ctx, id, { accepted: true, call_sha256 });
  await expect(word).rejects.toMatchObject({ code: 'held' });
});

it('chat: the model is told, and a confirmation is refused', async () => {
  const { id: approval_id, call_sha256 } = pending;
  const confirm = { session_id, approve: true, approval_id, call_sha256 };
  const refused = (await world.confirm(confirm)) as unknown as Refused;
  expect([refused.status, refused.body.error.code]).toEqual([409, 'held']);
  expect(refused.body.error.message).toMatch(HELD);

  world.brain.will(
    wanting(use(SHELL, { command: 'echo 4', agent_id: 'pc1' })),
    saying('It is held.'),
  );
  const { body } = await world.ask({ message: 'run another', agent_id: 'pc1' });
  expect(body.tool_events).toMatchObject([
    { tool: SHELL, status: 'error', error: { code: 'held' } },
  ]);
});

it('the command line: an approval is refused with what to do', async () => {
  const cli = new CliWorld(newDir(), systemClock);
  cli.env = { KENNY_URL: world.server.url, KENNY_TOKEN: world.anna };
  const { code, err } = await cli.run('approvals', 'approve', pending.id, '--yes');
  expect(code).toBe(3);
  expect(err).toMatch(HELD);
  const asked = await cli.run(
    ...['tool', 'run', SHELL, '--agent', 'pc1'],
    ...['--arg', 'command=x'],
  );
  expect(asked.code).toBe(3);
  const doctor = await cli.run('doctor');
  expect(doctor.code).not.toBe(0);
  expect(doctor.out).toMatch(/fail.*changes.*set back/);
});

it('a denial is accepted: it lets nothing run', async () => {
  const { id, call_sha256 } = pending;
  const body = { decision: 'deny', call_sha256 };
  const { status } = await world.server.http('POST', API_PATHS.approval(id), body, world.anna);
  expect(status).toBe(200);
});
