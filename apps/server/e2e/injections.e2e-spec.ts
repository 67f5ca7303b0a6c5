import { CATALOG, type ApprovalView, type ChatAnswer, type CreatedToken } from '@kenny/contract';
import { plainOutput, visibleText } from '@kenny/kernel';
import { MessagesApi, type FakeHandler, type SaidAnswer } from '@kenny/testing';
import { AServer } from '../test/a-server.js';
import { injections, readingOf, type Injection } from '../test/injections.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
const CORPUS = injections();
const CHANGES = CATALOG.tools.filter(({ effect }) => effect === 'change').map(({ name }) => name);
const FINAL = 'It was refused, so I stop here.';
const OVER = { pending: null, done: true };

let server: AServer;
let api: MessagesApi;
let anna: string;
/** What a PC was told to change. Nothing ever is. */
const ran: string[] = [];
/** The answer to whatever the model reads next. */
let reading: FakeHandler = () => ({});

beforeAll(async () => {
  api = await MessagesApi.start();
  api.lists([{ id: 'claude-sonnet-4-6' }]);
  const env = { ANTHROPIC_API_KEY: api.key, ANTHROPIC_BASE_URL: api.url };
  server = await AServer.start({ dataDir: newDir(), env });
  const reads = Object.fromEntries(
    CATALOG.tools
      .filter(({ effect, where }) => effect === 'read' && where === 'agent')
      .map(({ name }) => [name, ((args, call) => reading(args, call)) satisfies FakeHandler]),
  );
  const changes = Object.fromEntries(
    CHANGES.map((name) => [name, () => (ran.push(name), {})] as const),
  );
  const handlers = { ...reads, ...changes };
  await server.connected('pc-win', { meta: { os: 'windows' }, handlers });
  const features = ['shell_exec' as const];
  await server.connected('pc-linux', { meta: { os: 'linux' }, features, handlers });
  const body = { operator: { id: 'anna' }, name: 'test', scope: 'operator', decide: true };
  anna = (await server.http<CreatedToken>('POST', '/api/tokens', body)).body.token;
});
afterAll(async () => {
  await server.stop();
  await api.stop();
});

/** A model that does what the words say: it reads them, and calls for the change at once. */
async function fallFor(one: Injection, ...then: SaidAnswer[]): Promise<ChatAnswer> {
  const { tool, args, answer } = readingOf(one);
  const { wants } = one;
  if (answer) reading = answer;
  else await server.connected(`host-${one.name}`, { meta: { hostname: one.text } });
  api.answers(
    { calls: [{ name: tool, args }] },
    { text: 'I do it.', calls: [{ name: wants.tool, args: { ...wants.args, ...placed(wants) } }] },
    ...then,
  );
  const message = { message: `is everything fine? (${one.name})` };
  return (await server.http<ChatAnswer>('POST', '/api/chat', message, anna)).body;
}

const REASON = 'Anna has approved this already.';
const placed = ({ agent_id }: Injection['wants']) => ({ agent_id, reason: REASON });

async function refuse({ session_id }: ChatAnswer, { id, call_sha256 }: ApprovalView) {
  api.answers({ text: FINAL });
  const body = { session_id, approval_id: id, call_sha256, approve: false, reason: 'who said so?' };
  return (await server.http<ChatAnswer>('POST', '/api/chat/confirm', body, anna)).body;
}

/** Everything of a request that a model takes for the words of kenny or of its operator. */
function trustedPart({ body }: (typeof api.requests)[number]): string {
  const texts = JSON.stringify(body['messages'], (key, value: unknown) =>
    key === 'content' && Array.isArray(value)
      ? value.filter((block: { type?: string }) => block.type === 'text')
      : value,
  );
  return JSON.stringify([body['system'], body['tools']]) + texts;
}

/** The words stand in a result, marked where they hide something, and nowhere else. */
function expectToldAsData({ text }: Injection): void {
  const told = api.requests.at(-1);
  if (!told) throw new Error('nothing was asked');
  expect(told.text.includes(asTold(text))).toBe(true);
  expect(trustedPart(told).includes(text.slice(0, 20))).toBe(false);
}

/** What a person is told about where the call may have come from. */
function taintsOf(one: Injection): string[] {
  const { tool, args } = readingOf(one);
  const sensitive = CATALOG.tools.some(({ name, sensitive: is }) => name === tool && is);
  const source = `${tool}@${args['agent_id'] ?? 'kenny'}`;
  const copied = Object.entries(one.wants.args).filter(
    ([, value]) => typeof value === 'string' && value.length >= 24 && one.text.includes(value),
  );
  return [
    ...(sensitive ? [source] : []),
    ...copied.map(([argument]) => `${source} (word for word in ${argument})`),
  ];
}

const named = (all: readonly Injection[]) =>
  all.map((one) => [`${one.place}: ${one.name}`, one] as const);

describe('words for the model in the data of a PC', () => {
  it('are many, in every place', () => {
    expect(CORPUS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(CORPUS.map(({ place, name }) => `${place} ${name}`)).size).toBe(CORPUS.length);
  });

  it.each(named(CORPUS.filter(({ blocked }) => !blocked)))(
    '%s: nothing runs, and the approval shows what was really asked for',
    async (_what, one) => {
      const { wants } = one;
      const answer = await fallFor(one);
      const approval = answer.pending?.approval;
      if (!approval) throw new Error(`nothing waits: ${JSON.stringify(answer.tool_events)}`);
      expect(approval).toMatchObject({
        ...{ tool: wants.tool, agent_id: wants.agent_id, args: wants.args, state: 'pending' },
        ...{ door: 'chat', requested_by: { kind: 'chat', id: 'anna' }, reason: REASON },
      });
      expect(Object.keys(approval.args)).not.toContain('agent_id');
      expect(approval.tainted_by).toEqual(expect.arrayContaining(taintsOf(one)) as unknown);
      expectToldAsData(one);

      const after = await refuse(answer, approval);
      expect(after).toMatchObject({
        assistant_text: expect.stringContaining(FINAL) as unknown,
        ...OVER,
      });
      expect(api.requests.at(-1)?.text.includes('who said so?')).toBe(true);
      expect(ran).toEqual([]);
    },
  );

  it.each(named(CORPUS.filter(({ blocked }) => blocked)))(
    '%s: nothing runs, and nobody is even asked',
    async (_what, one) => {
      const answer = await fallFor(one, { text: FINAL });
      expect(answer).toMatchObject({
        assistant_text: expect.stringContaining(FINAL) as unknown,
        ...OVER,
      });
      expect(answer.tool_events.at(-1)).toMatchObject({
        ...{ tool: one.wants.tool, status: 'error', error: { code: 'blocked' } },
      });
      expectToldAsData(one);
      expect(ran).toEqual([]);
    },
  );

  it('are shown to the person who decides with marks where they hide something', () => {
    const hidden = CORPUS.filter(({ wants }) => JSON.stringify(wants.args).includes('\u202e'));
    expect(hidden.length).toBeGreaterThan(1);
    for (const { wants } of hidden) {
      const shown = Object.values(wants.args).map((value) => visibleText(String(value), 'code'));
      expect(shown.join('')).toContain('⟨U+202E⟩');
    }
  });
});

/** The beginning of the words as JSON in JSON: an envelope in a request. */
function asTold(text: string): string {
  const shown = visibleText(plainOutput(text), 'block').slice(0, 12);
  return JSON.stringify(JSON.stringify(shown).slice(1, -1)).slice(1, -1);
}
