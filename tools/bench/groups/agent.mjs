import { AGENT_ENVIRONMENT } from '@kenny/contract/agent';
import { API_PATHS } from '@kenny/contract/client';
import { Child, cpuMsOf, pathOf, residentMiB } from '../processes.mjs';

const AGENT = pathOf('../../apps/agent/bundle/kenny-agent.cjs');
const AGENT_ID = 'bench-agent';
const SETTLED_MS = 10_000;
const MB_PER_MIB = 1.048576;

/** The built agent, connected and with nothing to do. A minute stands for the hour of `agent-hour`. */
export const agent = {
  name: 'agent',
  goals: ['agent-memory', 'agent-cpu'],
  async *run({ world, sizes }) {
    const { server, child } = await startIdleAgent(world);
    const before = cpuMsOf(child.pid);
    await pause(sizes.agentSeconds * 1000);
    const cpu = (cpuMsOf(child.pid) - before) / sizes.agentSeconds / 10;
    const resident = residentMb(child);
    await child.stop();
    await server.stop();
    const note = `${sizes.agentSeconds} s, not an hour; CPU is counted in steps of 10 ms`;
    yield* [
      { id: 'agent-memory', value: resident },
      { id: 'agent-cpu', value: cpu, note },
    ];
  },
};

/** A server and the built agent on it as its service starts it, past its first snapshot. */
export async function startIdleAgent(world) {
  const server = await world.startServer(world.newFolder('data'));
  const { enrollment, server_public_key } = await world.post(server, API_PATHS.agents, {
    agent_id: AGENT_ID,
  });
  const line = [
    ...[AGENT, 'run', '--state-dir', world.newFolder('agent')],
    ...['--server', server.url, '--agent-id', AGENT_ID],
    ...['--server-pubkey', server_public_key, '--enroll-token', enrollment.token],
  ];
  const child = new Child('agent', 'load', line, AGENT_ENVIRONMENT);
  world.track(child);
  await online(world, server);
  await pause(SETTLED_MS);
  return { server, child };
}

/** What a process holds, in the millions of bytes that the goal is set in. */
export const residentMb = ({ pid }) => residentMiB(pid) * MB_PER_MIB;

async function online(world, server) {
  for (;;) {
    const response = await fetch(new URL(API_PATHS.fleet, server.url), {
      headers: { authorization: `Bearer ${world.token}` },
    });
    const { agents } = await response.json();
    if (agents.some(({ online: up, received_at }) => up && received_at !== null)) return;
    await pause(200);
  }
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
