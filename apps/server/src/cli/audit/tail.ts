import { API_PATHS, EXIT_CODES, type AuditRowView, type ExitCode } from '@kenny/contract/client';
import type { Invocation } from '../invocation.js';
import { look, say, type Shown } from '../output/shown.js';

export interface TailOptions {
  readonly lines: string;
  readonly agent?: string;
  readonly follow?: boolean;
}

/** The newest rows of the audit log, oldest of them first; with `--follow` also those to come. */
export async function tailAudit(call: Invocation, options: TailOptions): Promise<ExitCode> {
  const client = call.client();
  const query = { limit: options.lines, agent_id: options.agent };
  const answer = await client.request('GET', API_PATHS.audit, { query });
  const { items } = await client.read('AuditList', answer);
  const rows = options.lines === '0' ? [] : [...items].reverse();
  for (const row of rows) tell(call, row);
  return options.follow === true ? follow(call, options, items[0]?.id) : EXIT_CODES.ok;
}

/** Resumes after the last shown row: no row is lost or repeated by a reconnect. */
function follow(
  call: Invocation,
  { agent }: TailOptions,
  newest: string | undefined,
): Promise<ExitCode> {
  let last = newest;
  const take = (row: AuditRowView) => {
    last = row.id;
    if (agent === undefined || row.agent_id === agent) tell(call, row);
  };
  return call.live().follow({
    topic: 'audit',
    subscribe: 'audit.subscribe',
    payload: () => (last === undefined ? {} : { after_id: last }),
    event: 'audit.row',
    snapshot: ({ items }) => items.forEach(take),
    patch: ({ row }) => take(row),
  });
}

function tell({ screen }: Invocation, row: AuditRowView): void {
  if (screen.json) screen.printJson(JSON.stringify(row));
  else screen.print(line(row));
}

/** `12 2026-06-04T12:00:00.000Z Anna call shell_exec on pc1 through cli [blocked]` */
function line(row: AuditRowView): Shown {
  const { seq, at, actor, kind, tool, agent_id, target, door, ok, code } = row;
  const what = [kind, target, tool].filter((word) => word !== null).join(' ');
  const where = agent_id === null ? '' : ` on ${agent_id}`;
  const end = ok ? say`` : say` ${look(`[${code ?? 'failed'}]`, 'red')}`;
  return say`${look(`${seq} ${at}`, 'dim')} ${look(actor.name, 'bold')} ${what}${where} through ${door}${end}`;
}
