import {
  API_PATHS,
  EXIT_CODES,
  type AlertDeliveryView,
  type AlertList,
  type ExitCode,
} from '@kenny/contract/client';
import type { Invocation } from '../invocation.js';
import { ago } from '../output/durations.js';
import { look, say, type Shown } from '../output/shown.js';
import { table } from '../output/table.js';

export async function listAlerts(call: Invocation): Promise<ExitCode> {
  const client = call.client();
  const answer = await client.request('GET', API_PATHS.alerts);
  await call.present(client, 'AlertList', answer, (list) =>
    listLines(list, answer.serverTime, call.screen.width),
  );
  return EXIT_CODES.ok;
}

function listLines({ items }: AlertList, now: number, width: number | undefined): Shown[] {
  if (items.length === 0) return [say`Nothing yet. Choose where you are told: kenny alert set`];
  const rows = items.map(({ at, severity, title, deliveries: [first] }) => [
    ago(at, now),
    look(severity, severity === 'crit' ? 'red' : 'yellow'),
    title,
    first ? first.channel : null,
    first ? stateOf(first) : null,
  ]);
  return table(['when', 'severity', 'what', 'channel', 'delivery'], rows, width);
}

export function stateOf({ state, answer }: AlertDeliveryView): Shown {
  if (state === 'sent') return look('delivered', 'green');
  if (state === 'in_digest') return look('in a digest', 'green');
  const words = state === 'failed' ? look('not delivered', 'red') : look('tried again', 'yellow');
  return answer === null ? words : say`${words}: ${answer}`;
}
