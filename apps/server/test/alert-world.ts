import { API_PATHS, type AlertChoices, type AlertList } from '@kenny/contract';
import { insertRows, Writer } from '../src/database/index.js';
import { Sender } from '../src/alerts/sender.js';
import type { AServer } from './a-server.js';

export const LOOPBACK = ['127.0.0.1'];

/** Adds a channel that may connect to this machine; its id. */
export async function addChannel(server: AServer, body: object): Promise<string> {
  const whole = { name: 'Phone', allowed_addresses: LOOPBACK, ...body };
  const answer = await server.http<{ id: string }>('POST', API_PATHS.alertChannels, whole);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.id;
}

export async function choose(server: AServer, change: Partial<AlertChoices>): Promise<void> {
  const { body } = await server.http<AlertChoices>('GET', API_PATHS.alertChoices);
  const own = { ...body, time_zone: 'UTC', ...change };
  const answer = await server.http('PUT', API_PATHS.alertChoices, own);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

/** What the admin was told, once nothing is under way. */
export async function toldOf(server: AServer): Promise<AlertList['items']> {
  await server.get(Sender).idle();
  return (await server.http<AlertList>('GET', API_PATHS.alerts)).body.items;
}

/** PCs that have been here, for the next start. */
export async function storePcs(server: AServer, count: number, last_seen: number): Promise<void> {
  const columns = [
    ...['agent_uid', 'agent_id', 'agent_id_key', 'name', 'tags'],
    ...['created_at', 'enrolled_at', 'last_seen'],
  ];
  const rows = Array.from({ length: count }, (_, index) => {
    const id = `pc${index}`;
    return [`uid-${id}`, id, id, id, '[]', last_seen, last_seen, last_seen];
  });
  await server.get(Writer).write(({ manager }) => insertRows(manager, 'agents', columns, rows));
}
