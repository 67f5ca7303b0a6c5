import type { Platform } from '../platform/platform.js';
import type { Handler } from '../dispatch/handler.js';

/** Handlers that pass on what the platform reads. */

export const fsDiskUsage =
  (read: NonNullable<Platform['volumes']>): Handler<'fs_disk_usage'> =>
  async (_args, context) => ({ volumes: await read(context) });

export const diagProcesses =
  (read: NonNullable<Platform['processes']>): Handler<'diag_processes'> =>
  async (_args, context) => ({ processes: await read(context) });

export const diagServices =
  (read: NonNullable<Platform['services']>): Handler<'diag_services'> =>
  async ({ filter }, context) => {
    const all = await read(context);
    return { services: filter === undefined ? all : all.filter((one) => holds(one, filter)) };
  };

export const diagEventlog =
  (read: NonNullable<Platform['events']>): Handler<'diag_eventlog'> =>
  async ({ log, count }, context) => ({ events: await read(log, count, context) });

export const diagAutostart =
  (read: NonNullable<Platform['autostart']>): Handler<'diag_autostart'> =>
  async (_args, context) => ({ entries: await read(context) });

export const netConfig =
  (read: NonNullable<Platform['network']>): Handler<'net_config'> =>
  (_args, context) =>
    read(context);

export const screenCapture =
  (take: NonNullable<Platform['screen']>): Handler<'screen_capture'> =>
  (_args, context) =>
    take(context);

/** Case-insensitive (design §1.1). */
function holds(service: { name: string; display: string | null }, filter: string): boolean {
  const wanted = filter.toLowerCase();
  return [service.name, service.display ?? ''].some((text) => text.toLowerCase().includes(wanted));
}
