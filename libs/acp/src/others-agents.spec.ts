import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { tmpdir } from 'node:os';
import { Program } from '../test/program.js';

const folder = mkdtempSync(join(tmpdir(), 'kenny-acp-others-'));
const programs: Program[] = [];
afterAll(async () => {
  await Promise.all(programs.map((program) => program.end()));
  rmSync(folder, { recursive: true });
});

function started(...how: ConstructorParameters<typeof Program>): Program {
  const program = new Program(...how);
  programs.push(program);
  return program;
}

/** These agents pause for seconds, so all of them are spoken with at the same time. */
function meanwhile(test: typeof it, name: string, talk: () => Promise<void>): void {
  let talked: Promise<void> | undefined;
  beforeAll(() => {
    if (test === it.skip) return;
    talked = talk();
    // Its own test tells.
    talked.catch(() => undefined);
  });
  test(name, async () => talked);
}

/** The sample of the first agents' guide, word for word. */
const SAMPLE = readFileSync(join(import.meta.dirname, '../test/sample-agent.sh'), 'utf8');
const PATH = (process.env['PATH'] ?? '').split(delimiter);
const has = (name: string) => PATH.some((one) => existsSync(join(one, name)));

/** The sample makes its ids with `uuidgen`, which small systems lack. */
function pathWithUuidgen(): string {
  if (has('uuidgen')) return PATH.join(delimiter);
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'uuidgen'), '#!/bin/sh\ncat /proc/sys/kernel/random/uuid\n', {
    mode: 0o755,
  });
  return [bin, ...PATH].join(delimiter);
}

const sampleIt = has('jq') && has('bash') ? it : it.skip;
if (sampleIt === it.skip) process.stdout.write('skipped: the sample agent needs bash and jq\n');

describe('the sample agent', () => {
  const start = (): Program => {
    const script = join(folder, 'agent.sh');
    writeFileSync(script, SAMPLE, { mode: 0o755 });
    return started(['bash', script, '--acp'], { PATH: pathWithUuidgen() });
  };

  meanwhile(sampleIt, 'is spoken with through a whole turn', async () => {
    const program = start();
    const client = await program.inSession();
    expect(client.agent).toMatchObject({ dialect: 'seed', name: 'your-agent', version: '1.0.0' });
    expect(client.session?.sessionId).toMatch(/^[0-9a-f-]{36}$/);
    const end = await client.prompt({ text: 'test' });
    expect(end).toEqual({ stopReason: 'end_turn', turn: 1, cancelRequested: false });
    expect(program.heard.words).toBe('Processing: test');
    expect(program.heard.all('result')).toMatchObject([{ status: 'completed', turn: 1 }]);
    expect(await client.prompt({ text: 'again' })).toMatchObject({ turn: 2 });
  });

  meanwhile(sampleIt, 'is cancelled: it exits with 0', async () => {
    const program = start();
    const client = await program.inSession();
    const turn = client.prompt({ text: 'test' });
    await program.heard.event('text');
    client.cancel('User requested cancellation');
    // It looks at its input between turns only.
    expect(await turn).toMatchObject({ stopReason: 'end_turn', cancelRequested: true });
    expect(await program.exited).toEqual({ code: 0, signal: null });
  });
});

describe('the example agent of the SDK for TypeScript', () => {
  const main = createRequire(import.meta.url).resolve('@agentclientprotocol/sdk');
  const example = join(main, '../examples/agent.js');
  const start = async () => {
    const program = started([process.execPath, example]);
    const client = await program.inSession();
    expect(client.agent).toMatchObject({ dialect: 'v1', capabilities: { loadSession: false } });
    return { client, heard: program.heard };
  };

  meanwhile(it, 'is allowed to change a file', async () => {
    const { client, heard } = await start();
    heard.answer = { answer: 'allow' };
    expect(await client.prompt({ text: 'Fix it' })).toMatchObject({ stopReason: 'end_turn' });
    expect(heard.words).toContain("I've successfully updated the configuration");
    expect(heard.all('tool_call').map(({ tool }) => tool.toolKind)).toEqual(['read', 'edit']);
    expect(heard.all('tool_call_update').map(({ tool }) => [tool.id, tool.status])).toEqual([
      ['call_1', 'completed'],
      ['call_2', 'completed'],
    ]);
    expect(heard.asks.map(({ ask }) => [ask.tool.id, ask.toolKinds])).toEqual([
      ['call_2', ['edit']],
    ]);
  });

  meanwhile(it, 'is refused, and goes on without', async () => {
    const { client, heard } = await start();
    heard.answer = { answer: 'reject' };
    expect(await client.prompt({ text: 'Fix it' })).toMatchObject({ stopReason: 'end_turn' });
    expect(heard.words).toContain("I'll skip the configuration update");
  });

  meanwhile(it, 'is cancelled while it works', async () => {
    const { client, heard } = await start();
    const turn = client.prompt({ text: 'Fix it' });
    await heard.event('tool_call');
    client.cancel();
    expect(await turn).toMatchObject({ stopReason: 'cancelled', cancelRequested: true });
  });

  meanwhile(
    it,
    'is cancelled while it waits for a permission, and calls that its own end',
    async () => {
      const { client, heard } = await start();
      const turn = client.prompt({ text: 'Fix it' });
      await heard.asked(1);
      client.cancel();
      expect(await turn).toMatchObject({ stopReason: 'end_turn', cancelRequested: true });
    },
  );
});
