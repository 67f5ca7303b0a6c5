import { Child, pathOf } from './processes.mjs';

/** A share of a core from which a process counts as busy. */
const BUSY = 0.9;

/** The load generator, started and aimed at one server. */
export class LoadGenerator {
  constructor(child, server) {
    this.child = child;
    this.server = server;
  }

  /** Its process alone, for what a server has to know before it starts. */
  static async launch(world) {
    const child = world.track(new Child('load generator', 'load', [pathOf('load/load.mjs')]));
    await child.says(({ type }) => type === 'ready');
    return child;
  }

  static async start(world, server, launched = undefined) {
    const child = launched ?? (await LoadGenerator.launch(world));
    const load = new LoadGenerator(child, server);
    const { url } = server;
    await load.call('aim', { url, token: world.token, ca: world.caFor(url) });
    return load;
  }

  /** The answer of one method, with what server and generator used meanwhile. */
  async call(method, params = {}) {
    const before = await this.server.sample();
    const { result, ms, busy } = await this.child.ask('load', { method, params });
    const after = await this.server.sample();
    const cpuMs = after.cpuMs - before.cpuMs;
    return { ...result, ms, cpuMs, limit: limitOf(cpuMs / ms, busy), delay: after.delay };
  }

  /** As `call`, for a method during which the server is another one. */
  async callAlone(method, params = {}) {
    const { result, ms } = await this.child.ask('load', { method, params });
    return { ...result, ms };
  }

  stop() {
    return this.child.stop('SIGKILL');
  }
}

/** Who could not do more: that alone says whether a figure is the server's. */
function limitOf(serverBusy, loadBusy) {
  if (serverBusy >= BUSY) return 'server';
  return loadBusy >= BUSY ? 'generator' : 'neither';
}
