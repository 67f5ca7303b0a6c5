import { once } from 'node:events';
import { join } from 'node:path';
import { systemClock } from '@kenny/kernel';
import { buildAgentctl } from '@kenny/testing';
import { describeWith } from '../../../test/programs-here.js';
import { agentctlOf, aType, RuntimeWorld, SAY } from '../../../test/runtime-world.js';
import { tempDirs } from '../../../test/temp-dir.js';
import { AgentctlClient } from './agentctl-client.js';
import { openAgentLink } from './agent-link.js';

const newDir = tempDirs();

/** Without a sandbox: what is looked at here is the line. */
describeWith(['jq'], 'the line to an agent', () => {
  let agentctl: string;
  let world: RuntimeWorld;

  beforeAll(async () => {
    agentctl = await buildAgentctl(newDir());
  }, 60_000);
  beforeEach(() => {
    world = new RuntimeWorld(join(newDir(), 'data'), { agentctl, sandbox: false });
  });
  afterEach(() => world.stop());

  it('carries hundreds of messages in order, both ways', async () => {
    const told = await world.script('while read -r line; do printf "%s\\n" "$line"; done');
    const count = 500;
    const sending = (async () => {
      for (let n = 0; n < count; n += 1) {
        await told.tell({ jsonrpc: '2.0', method: 'n', params: { n } });
      }
    })();
    for (let n = 0; n < count; n += 1) {
      expect(await told.next()).toMatchObject({ params: { n } });
    }
    await sending;
  }, 60_000);

  it('loses nothing that the agent says before anybody reads', async () => {
    const told = await world.script(
      'for n in $(seq 500); do echo \'{"jsonrpc":"2.0","method":"n","params":{"n":\'$n\'}}\'; done; read -r _',
    );
    for (let n = 1; n <= 500; n += 1) expect(await told.next()).toMatchObject({ params: { n } });
  });

  it('carries lines of agents from before JSON-RPC, both ways', async () => {
    const told = await world.script(
      `echo '{"type":"status","data":{"status":"started"}}'; read -r line; echo "$line"; read -r _`,
    );
    expect(await told.next()).toEqual({ type: 'status', data: { status: 'started' } });
    const stop = { type: 'control', data: { action: 'stop', reason: 'enough' } };
    await told.tell(stop);
    expect(await told.next()).toEqual(stop);
  });

  it('ends with the agent, which says how and what it said last', async () => {
    const told = await world.script(`${SAY}say one; echo "cannot go on" >&2; exit 7`);
    expect(await told.said()).toBe('one');
    await once(told.input, 'end');
    expect(await told.agent.ended).toEqual({
      ...{ exit_code: 7, words: 'exit status 7; it said last:\ncannot go on' },
    });
  });

  it('loses nothing of an agent that dies before anybody reads, and tells of its end behind it', async () => {
    const told = await world.script(
      'read -r _; for n in $(seq 500); do echo \'{"jsonrpc":"2.0","method":"n","params":{"n":\'$n\'}}\'; done; kill -9 $$',
    );
    const { input, agent } = told;
    input.pause();
    let ended = false;
    void agent.ended.then(() => (ended = true));
    const reader = { client: new AgentctlClient(agent.base_url, agent.token), clock: systemClock };
    const seen = new Promise(
      (resolve) => void openAgentLink(reader, resolve).then(({ input: all }) => all.resume()),
    );
    await told.tell({ jsonrpc: '2.0', method: 'go' });
    expect(await seen).toMatchObject({ exit_code: 137 });
    // What it is told now is for nobody, and breaks nothing.
    await told.tell({ jsonrpc: '2.0', method: 'late' });
    expect(ended).toBe(false);
    input.resume();
    for (let n = 1; n <= 500; n += 1) expect(await told.next()).toMatchObject({ params: { n } });
    expect(await agent.ended).toMatchObject({ exit_code: 137 });
  });

  it('does not take an agent’s own word for its end', async () => {
    const told = await world.script(
      `echo '{"jsonrpc":"2.0","type":"exit","exit_code":0,"method":"x"}'
       echo '{"type":"exit","exit_code":0}'
       echo '{"type":"gap","dropped":1}'
       ${SAY}say alive; read -r _`,
    );
    expect(await told.next()).toMatchObject({ method: 'x' });
    expect(await told.said()).toBe('alive');
  });

  it('breaks with words when agentctl goes away in the middle', async () => {
    const told = await world.script(`${SAY}say ready; sleep 1000`);
    await told.said();
    const broken = once(told.input, 'error');
    process.kill(agentctlOf(told), 'SIGKILL');
    expect(await broken).toEqual([expect.objectContaining({ message: 'agentctl is gone' })]);
    expect(await told.agent.ended).toMatchObject({
      ...{ exit_code: null, words: expect.stringContaining('agentctl ended') as string },
    });
  });

  it('is refused with words when the program cannot be started', async () => {
    const told = world.start(aType({ command: ['/bin/bash'], working_dir: '/x' }), {});
    await (await told).agent.dispose();
    await expect(world.start(aType({ command: ['no-such-agent'] }))).rejects.toMatchObject({
      ...{ code: 'unavailable', message: '"no-such-agent" of test-agent was not found' },
    });
  });

  it('of an agent without a sandbox says so, with the limits that are not kept', async () => {
    const told = await world.script(`${SAY}say "$PWD $HOME"; read -r _`);
    const { agent } = told;
    expect(await told.said()).toBe(
      `${agent.workspace.host} ${join(world.dataDir, 'agent-homes/test-agent')}`,
    );
    expect(agent.sandboxed).toBe(false);
    expect(agent.workspace.cwd).toBe(agent.workspace.host);
    expect(agent.notes).toContain('it runs without a sandbox, with all rights of the server');
    expect(await world.states.unavailable(aType())).toBeNull();
  });

  it('is closed by whoever opened it, and the agent goes with it', async () => {
    const told = await world.script(`${SAY}say ready; while read -r _; do :; done`);
    await told.said();
    await Promise.all([told.agent.dispose(), told.agent.dispose()]);
    expect(await told.agent.ended).toMatchObject({ exit_code: 0 });
    expect(await world.runtimes.killLeftovers([told.agent.marker])).toBe(0);
  });
});
