import { CliError } from '../errors.js';
import type { CliIo } from '../io.js';
import type { FindServer } from './server-link.js';
import type { Embedded } from './start-embedded.js';

/** Grace period of a start that was told to stop. */
const STOPPING_START_MS = 500;

/** Starts beside the conversation with the editor, which is answered meanwhile. */
export class EmbeddedServer {
  private readonly starting: Promise<void>;
  private running: Embedded | undefined;
  private trouble = new CliError(
    'unavailable',
    'The server is still starting; try again in a moment.',
  );

  constructor(private readonly io: CliIo) {
    this.starting = this.start().catch((error: unknown) => {
      this.trouble = error instanceof CliError ? error : didNotStart(error);
    });
  }

  /** @throws CliError while there is no server */
  readonly destination: FindServer = () => {
    if (this.running) return this.running.reachable;
    throw this.trouble;
  };

  /** A start that takes longer is ended with the process, as safely as by `kill -9`. */
  async close(): Promise<void> {
    const late = new Promise<void>((resolve) => {
      this.io.clock.setTimer(resolve, STOPPING_START_MS);
    });
    await Promise.race([this.starting, late]);
    await this.running?.close();
  }

  private async start(): Promise<void> {
    // Lazy: loading the server takes longer than an editor wants to wait for `initialize`.
    const { startEmbedded } = await import('./start-embedded.js');
    this.running = await startEmbedded(this.io);
  }
}

function didNotStart(error: unknown): CliError {
  const [why = ''] = String(error).split('\n');
  return new CliError('unavailable', `The server in this process did not start: ${why}`);
}
