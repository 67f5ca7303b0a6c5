import type { ChatAnswer } from '@kenny/contract';
import { responseFixture } from '@kenny/testing';
import { AServer } from '../test/a-server.js';
import { tempDirs } from '../test/temp-dir.js';
import { saying, ToldBrain, use, wanting } from '../test/told-brain.js';

const newDir = tempDirs();
const LINUX = { os: 'linux' as const };
const ran: unknown[] = [];
const handlers = {
  fs_list: () => responseFixture('fs_list').result ?? {},
  shell_exec: (args: unknown) => {
    ran.push(args);
    return { stdout: 'restarted\n', stderr: '', exit_code: 0 };
  },
};
let server: AServer;
let brain: ToldBrain;

beforeAll(async () => {
  brain = new ToldBrain();
  server = await AServer.start({ dataDir: newDir(), brain });
  await server.connected('pc1', { meta: LINUX, features: ['shell_exec'], handlers });
});
afterAll(() => server.stop());
beforeEach(() => ran.splice(0));
afterEach(() => brain.mustBeDone());

const ask = (body: object, token = server.admin) =>
  server.http<ChatAnswer>('POST', '/api/chat', body, token);
const confirm = (body: object, token = server.admin) =>
  server.http<ChatAnswer>('POST', '/api/chat/confirm', body, token);
const RESTART = { command: 'systemctl restart cups', agent_id: 'pc1', reason: 'It is stuck.' };

describe('POST /api/chat', () => {
  it('answers with what the model says after the reads it wanted', async () => {
    brain.will(wanting(use('fs_list', { path: '/home' })), saying('Two folders.'));
    const { status, body } = await ask({ message: 'what is in /home?', agent_id: 'pc1' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ assistant_text: 'Two folders.', pending: null, done: true, error: null },
      tool_events: [{ tool: 'fs_list', agent_id: 'pc1', status: 'ok' }],
    });
    expect(await server.audit('door=chat&tool=fs_list')).toMatchObject([
      { ok: true, agent_id: 'pc1', actor: { kind: 'chat', id: 'admin' } },
    ]);
  });

  it('waits with a change for a person, runs it once they say yes, and goes on', async () => {
    brain.will(wanting(use('shell_exec', RESTART)));
    const asked = await ask({ message: 'restart the spooler' });
    expect(asked.body).toMatchObject({
      done: false,
      tool_events: [{ tool: 'shell_exec', status: 'pending', duration_ms: null }],
      pending: {
        ...{ tool: 'shell_exec', agent_id: 'pc1' },
        args: { command: RESTART.command },
        approval: {
          ...{ door: 'chat', state: 'pending', reason: RESTART.reason },
          requested_by: {
            ...{ kind: 'chat', id: 'admin', session_id: asked.body.session_id },
            turn_id: asked.body.turn_id,
          },
        },
      },
    });
    expect(ran).toEqual([]);
    brain.will(saying('Done.'));
    const { session_id, pending } = asked.body;
    const approval = pending?.approval;
    const confirmed = await confirm({
      ...{ session_id, approve: true },
      ...{ approval_id: approval?.id, call_sha256: approval?.call_sha256 },
    });
    expect(confirmed.body).toMatchObject({
      ...{ assistant_text: 'Done.', pending: null, done: true },
      tool_events: [{ tool: 'shell_exec', status: 'ok', result: { exit_code: 0 } }],
    });
    expect(ran).toEqual([{ command: RESTART.command, timeout_s: 30 }]);
  });
});
