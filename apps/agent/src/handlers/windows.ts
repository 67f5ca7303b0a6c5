import type { PackageManager, Platform, RemoteHelp } from '../platform/platform.js';
import type { Handler } from '../dispatch/handler.js';

/** Handlers of Windows-only tools. */

export const powershellExec =
  (run: NonNullable<Platform['powershell']>): Handler<'powershell_exec'> =>
  ({ script }, context) =>
    run(script, context);

export const wingetList =
  ({ list }: PackageManager): Handler<'winget_list'> =>
  async (_args, context) => ({ packages: await list(context) });

export const wingetSearch =
  ({ search }: PackageManager): Handler<'winget_search'> =>
  ({ query }, context) =>
    search(query, context);

export const wingetInstall =
  ({ install }: PackageManager): Handler<'winget_install'> =>
  ({ id }, context) =>
    install(id, context);

export const wingetUninstall =
  ({ uninstall }: PackageManager): Handler<'winget_uninstall'> =>
  ({ id }, context) =>
    uninstall(id, context);

export const wingetUpdate =
  ({ update }: PackageManager): Handler<'winget_update'> =>
  ({ id }, context) =>
    update(id, context);

export const netDnsFlush =
  (flush: NonNullable<Platform['flushDns']>): Handler<'net_dns_flush'> =>
  async (_args, context) => {
    await flush(context);
    return { ok: true };
  };

export const netAdapterReset =
  (reset: NonNullable<Platform['resetAdapter']>): Handler<'net_adapter_reset'> =>
  async ({ name }, context) => {
    await reset(name, context);
    return { ok: true };
  };

export const remotehelpStatus =
  ({ status }: RemoteHelp): Handler<'remotehelp_status'> =>
  (_args, context) =>
    status(context);

export const remotehelpStart =
  ({ start }: RemoteHelp): Handler<'remotehelp_start'> =>
  (_args, context) =>
    start(context);

export const remotehelpStop =
  ({ stop }: RemoteHelp): Handler<'remotehelp_stop'> =>
  (_args, context) =>
    stop(context);
