import type { Platform } from '../../platform/platform.js';
import type { operations } from './operations.js';

type Operations = typeof operations;

/** Loaded on first use, so never on another system. */
const load = async (): Promise<Operations> => (await import('./operations.js')).operations;

/** Windows: the collectors' readers, with everything they have, and its own programs. */
export const windowsPlatform: Platform = {
  os: 'windows',
  volumes: async (context) => (await load()).volumes(context),
  processes: async (context) => (await load()).processes(context),
  services: async (context) => (await load()).services(context),
  autostart: async (context) => (await load()).autostart(context),
  network: async (context) => (await load()).network(context),
  events: async (log, count, context) => (await load()).events(log, count, context),
  powershell: async (script, context) => (await load()).powershell(script, context),
  packages: {
    list: async (context) => (await load()).packages.list(context),
    search: async (words, context) => (await load()).packages.search(words, context),
    install: async (id, context) => (await load()).packages.install(id, context),
    uninstall: async (id, context) => (await load()).packages.uninstall(id, context),
    update: async (id, context) => (await load()).packages.update(id, context),
  },
  cleanPlaces: async () => (await load()).cleanPlaces(),
  flushDns: async (context) => (await load()).flushDns(context),
  screen: async (context) => (await load()).screen(context),
  remoteHelp: {
    status: async (context) => (await load()).remoteHelp.status(context),
    start: async (context) => (await load()).remoteHelp.start(context),
    stop: async (context) => (await load()).remoteHelp.stop(context),
  },
  resetAdapter: async (name, context) => (await load()).resetAdapter(name, context),
};
