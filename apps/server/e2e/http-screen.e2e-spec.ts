import { API_PATHS, type AgentToolName, type CreatedToken } from '@kenny/contract';
import { FakeClock } from '@kenny/testing';
import { HOUR_MS } from '@kenny/kernel';
import { AServer } from '../test/a-server.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
const PC = 'front-desk';
/** The beginning of a picture: enough to know one by. */
const PNG = Buffer.from('89504e470d0a1a0a0000000d494844520000', 'hex');
const CAPTURE: AgentToolName = 'screen_capture';
let clock: FakeClock;
let server: AServer;
let seen: Buffer;

beforeEach(async () => {
  clock = new FakeClock();
  server = await AServer.start({ dataDir: newDir(), clock });
  seen = PNG;
  await server.connected(PC, {
    meta: { os: 'windows' },
    handlers: { [CAPTURE]: () => ({ image_b64: seen.toString('base64'), format: 'png' }) },
  });
});
afterEach(() => server.stop());

const take = () => server.http('POST', API_PATHS.tool(CAPTURE), { agent_id: PC, args: {} });

function look(token = server.admin, id = PC): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` };
  return fetch(server.url + API_PATHS.agentScreen(id), { headers });
}

/** Keeping it is nothing that the call waits for. */
async function kept(wanted: Buffer): Promise<Response> {
  for (;;) {
    const answer = await look();
    if (answer.status !== 200) continue;
    if (Buffer.from(await answer.clone().arrayBuffer()).equals(wanted)) return answer;
  }
}

async function tokenWith(more: object): Promise<string> {
  const body = { operator: { id: 'bea' }, name: 'bea', scope: 'operator', ...more };
  return (await server.http<CreatedToken>('POST', API_PATHS.tokens, body)).body.token;
}

describe('the last picture of a screen', () => {
  it('is nothing until somebody takes one', async () => {
    expect((await look()).status).toBe(204);
    expect((await look(server.admin, 'nobody')).status).toBe(404);
  });

  it('is the one that was taken last, as a picture and nothing else', async () => {
    await take();
    const { headers } = await kept(PNG);
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toContain('no-store');
    expect(Date.parse(headers.get('last-modified') ?? '')).toBe(
      Math.floor(clock.now() / 1_000) * 1_000,
    );
    seen = Buffer.concat([PNG, Buffer.from('newer')]);
    clock.advance(1_000);
    await take();
    await kept(seen);
  });

  it('is gone after an hour', async () => {
    await take();
    await kept(PNG);
    clock.advance(HOUR_MS);
    expect((await look()).status).toBe(204);
  });

  it('is for whoever may take one of this PC, and each look is in the audit log', async () => {
    await take();
    await kept(PNG);
    const before = (await server.audit('kind=export')).length;
    expect((await look(await tokenWith({ scope: 'viewer' }))).status).toBe(403);
    expect((await look(await tokenWith({ classes: ['read', 'change'] }))).status).toBe(403);
    expect((await look(await tokenWith({ agents: ['another'] }))).status).toBe(404);
    expect(await server.audit('kind=export')).toHaveLength(before);
    expect((await look(await tokenWith({ agents: [PC] }))).status).toBe(200);
    const [row] = await server.audit('kind=export');
    expect(row).toMatchObject({ actor: { id: 'bea' }, agent_id: PC, target: 'screen', ok: true });
  });

  it('is not shown when it is no picture', async () => {
    await take();
    await kept(PNG);
    seen = Buffer.from('<script>alert(1)</script>');
    await take();
    let answer = await look();
    while (answer.status === 200) answer = await look();
    expect(answer.status).toBe(204);
    expect(await answer.text()).toBe('');
  });
});
