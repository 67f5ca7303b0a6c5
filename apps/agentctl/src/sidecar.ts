import type { Clock } from '@kenny/kernel';
import { AGENTCTL_LIMITS } from '@kenny/contract/agentctl';
import type { AgentctlConfig } from './config/index.js';
import { messageOf } from './errors/error-code.js';
import { Door } from './http/door.js';
import { httpRoutes, socketRoutes } from './http/routes.js';
import type { Log } from './logging/log.js';
import { Supervisor } from './process/supervisor.js';
import { Relay } from './relay/relay.js';
import { VERSION } from './version.js';

/** A last word to listeners that read; others are cut off. */
const CLOSE_MS = 1_000;

/** All of agentctl, from listening to its end. */
export class Sidecar {
  readonly supervisor: Supervisor;
  readonly relay: Relay;
  private readonly door: Door;
  private port = 0;
  private ending: Promise<void> | undefined;

  constructor(
    private readonly config: AgentctlConfig,
    private readonly parts: { clock: Clock; log: Log },
  ) {
    const { clock, log } = parts;
    const { command, token, outputLines } = config;
    this.relay = new Relay({
      clock,
      log,
      outputLines,
      write: (bytes) => this.supervisor.write(bytes),
    });
    this.supervisor = new Supervisor(command, { clock, log, events: this.relay.events });
    const served = {
      relay: this.relay,
      supervisor: this.supervisor,
      clock,
      info: () => this.info(),
    };
    this.door = new Door({ token, log, routes: httpRoutes(served), sockets: socketRoutes(served) });
  }

  /** @returns its address, once it can be asked */
  async listen(): Promise<string> {
    const { host, port, autoStart } = this.config;
    this.port = await this.door.listen(host, port);
    const address = `http://${host.includes(':') ? `[${host}]` : host}:${this.port}`;
    this.parts.log.info('agentctl listens', { address });
    if (autoStart) void this.startByItself();
    return address;
  }

  /** Ends the agent, then tells listeners and lets go. Asked again, the same end. */
  end(): Promise<void> {
    return (this.ending ??= this.endOnce());
  }

  private async endOnce(): Promise<void> {
    await this.supervisor.close();
    const cut = this.parts.clock.setTimer(() => this.door.cut(), CLOSE_MS);
    await this.door.close();
    cut.cancel();
  }

  private async startByItself(): Promise<void> {
    try {
      await this.supervisor.start();
    } catch (error) {
      this.parts.log.error('the agent was not started', { error: messageOf(error) });
    }
  }

  private info() {
    const { words, cwd } = this.config.command;
    return {
      version: VERSION,
      agent_command: words.join(' ').slice(0, AGENTCTL_LIMITS.textLength),
      work_dir: cwd,
      port: this.port,
    };
  }
}
