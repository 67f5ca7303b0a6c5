import {
  API_PATHS,
  EXIT_CODES,
  type ExitCode,
  type PausedRequesters,
} from '@kenny/contract/client';
import type { Invocation } from '../invocation.js';
import { ago } from '../output/durations.js';
import { say, type Shown } from '../output/shown.js';
import { table } from '../output/table.js';

export async function listPaused(call: Invocation): Promise<ExitCode> {
  const client = call.client();
  const answer = await client.request('GET', API_PATHS.pausedRequesters);
  await call.present(client, 'PausedRequesters', answer, (paused) =>
    pausedLines(paused, answer.serverTime, call.screen.width),
  );
  return EXIT_CODES.ok;
}

export async function resumeRequester(call: Invocation, id: string): Promise<ExitCode> {
  const client = call.client();
  const answer = await client.request('POST', API_PATHS.resumeRequester(id));
  await call.present(client, 'PausedRequesters', answer, () => [say`${id} may ask again.`]);
  return EXIT_CODES.ok;
}

function pausedLines({ items }: PausedRequesters, now: number, width: number | undefined): Shown[] {
  if (items.length === 0) return [say`Nobody is paused.`];
  const rows = items.map(({ id, requested_by, door, agent_id, approval_id, paused_at }) => [
    ...[id, requested_by.name, door, agent_id, approval_id, ago(paused_at, now)],
  ]);
  return table(['id', 'who', 'through', 'last pc', 'last denial', 'paused'], rows, width);
}
