import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAgentctl } from '@kenny/testing';
import { describeWith } from '../../../test/programs-here.js';
import { aType, RuntimeWorld } from '../../../test/runtime-world.js';
import { tempDirs } from '../../../test/temp-dir.js';
import { parseTypes } from '../types/types-file.js';

const newDir = tempDirs();
const read = (file: string): string => readFileSync(join(process.cwd(), file), 'utf8');
const GUIDE = read('docs/guides/custom-agents.md');
const blocks = (language: string): string[] =>
  [...GUIDE.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, text]) => text ?? '',
  );
const [script = ''] = blocks('bash');

describe('the guide of agents of one’s own', () => {
  it('has files that are agent types, with what kenny knows by itself filled in', () => {
    const files = blocks('json').map((text) => parseTypes(text));
    expect(files.map(({ problems }) => problems)).toEqual([[], [], []]);
    const types = files.flatMap((file) => file.types);
    expect(
      types.map(({ id, runtime, command, image }) => [id, runtime, command[0], image]),
    ).toEqual([
      ['claude-agent', 'process', 'claude-agent-acp', null],
      ['augment-agent', 'docker', undefined, 'kandev/augment-agent:latest'],
      ['your-agent', 'process', '/usr/local/bin/agent', null],
      ['your-agent', 'docker', undefined, 'kandev/your-agent:latest'],
    ]);
  });

  it('has the agent that the images are built with', () => {
    expect(read('dockerfiles/custom-agent/agent.sh')).toBe(script);
  });

  it.each(['augment-agent/Dockerfile', 'custom-agent/Dockerfile'])(
    'takes agentctl from where its build leaves it: %s',
    (file) => {
      const text = read(`dockerfiles/${file}`);
      expect(text).toContain('COPY --from=builder /build/apps/agentctl/bundle/agentctl.cjs ');
      expect(text).toContain('ENTRYPOINT ["/usr/local/bin/agentctl"]');
      expect(read('apps/agentctl/bundle.mjs')).toContain("join(here, 'bundle/agentctl.cjs')");
    },
  );
});

describeWith(['bwrap', 'jq', 'uuidgen'], 'its example', () => {
  let world: RuntimeWorld;
  afterEach(() => world.stop());

  it('works through a prompt in the sandbox, and ends when it is cancelled', async () => {
    world = new RuntimeWorld(join(newDir(), 'data'), { agentctl: await buildAgentctl(newDir()) });
    const program = join(newDir(), 'agent');
    writeFileSync(program, script);
    chmodSync(program, 0o755);
    const told = await world.start(aType({ command: [program, '--acp'] }));
    const ask = (id: number, method: string, params = {}) =>
      told.tell({ jsonrpc: '2.0', id, method, params });
    await ask(1, 'initialize', { protocolVersion: '1.0' });
    expect(await told.next()).toMatchObject({ id: 1, result: { protocolVersion: '1.0' } });
    await ask(2, 'session/new');
    const { result } = await told.next();
    expect(result).toEqual({ sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string });
    await ask(3, 'session/prompt', { message: 'Fix it' });
    expect(await told.next()).toMatchObject({ id: 3, result: { accepted: true } });
    expect(await told.next()).toMatchObject({
      params: { type: 'content', data: { text: 'Processing: Fix it' } },
    });
    expect(await told.next()).toMatchObject({
      params: { type: 'complete', data: { ...(result as object), success: true } },
    });
    await told.tell({ jsonrpc: '2.0', method: 'session/cancel', params: { reason: 'enough' } });
    expect(await told.agent.ended).toMatchObject({ exit_code: 0 });
  }, 60_000);
});
