import { systemClock } from '@kenny/kernel';
import { agentEnrollPath, API_PATHS } from '@kenny/contract/client';
import { decodeKey, encodeBase64, serverSignatures } from '@kenny/handshake/server';
import { randomBytes } from 'node:crypto';
import { ServerConnection } from '../../apps/agent/dist/connection/server-connection.js';

const NOTHING = () => undefined;
const QUIET = { debug: NOTHING, info: NOTHING, warn: NOTHING, error: NOTHING };
const STILL = { attach: NOTHING, detach: NOTHING };

/**
 * The connection of the real agent with answers that a scenario gives: its sockets, heartbeats and
 * parts, without the PC behind it.
 * @param answer - the result of a request
 */
export async function joinTransport(world, { agent_id, url, answer }) {
  const { enrollment, server_public_key } = await world.admin.must('POST', API_PATHS.agents, {
    agent_id,
  });
  const seed = randomBytes(32);
  const { publicKey } = serverSignatures().createSigner(seed);
  const public_key = encodeBase64(publicKey);
  await world.admin.as(enrollment.token).must('POST', agentEnrollPath(agent_id), { public_key });
  let send = NOTHING;
  const connection = new ServerConnection({
    url: `${url.replace('http', 'ws')}/agent/ws`,
    tlsCa: undefined,
    secrets: [],
    identity: { agentId: agent_id, seed, serverKey: decodeKey(server_public_key) },
    meta: async () => ({
      ...{ hostname: agent_id, os: 'linux', version: '0.0.0', remote_control: true },
      tools: ['fs_list', 'screen_capture'],
      features: ['cancel', 'response_parts'],
    }),
    dispatcher: {
      attach: (way) => (send = way),
      detach: NOTHING,
      cancel: NOTHING,
      receive: ({ id, tool, args }) =>
        send({ type: 'response', id, ok: true, result: answer(tool, args) }),
    },
    ...{ telemetry: STILL, logs: STILL, onPolicy: NOTHING, clock: systemClock, log: QUIET },
    status: { connected: NOTHING, disconnected: NOTHING },
  });
  const stop = new AbortController();
  const running = connection.run(stop.signal);
  world.onClose(async () => {
    stop.abort();
    await running;
  });
  await world.online(agent_id);
}
