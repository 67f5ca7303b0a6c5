import { TIMES, type PolicyRule, type ServerFeature } from '@kenny/contract/agent';
import type { Clock } from '@kenny/kernel';
import type { Dispatcher } from '../dispatch/dispatcher.js';
import type { Logger } from '../logging/index.js';
import { wait } from '../platform/wait.js';
import type { FrameSocket, ServerFrame, SocketEnd } from './frame-socket.js';
import { AnswerPump } from './answer-pump.js';
import { Heartbeat } from './heartbeat.js';
import type { LogPump } from './log-pump.js';
import type { TelemetryPump } from './telemetry-pump.js';

export interface LinkOptions {
  dispatcher: Dispatcher;
  telemetry: TelemetryPump;
  logs: LogPump;
  /** The custom rules, all of them each time. */
  onPolicy: (rules: PolicyRule[]) => void;
  /** The server accepted us. */
  onEstablished: () => void;
  clock: Clock;
  log: Logger;
}

/** Why a connection ended, on top of the socket's own code. */
export type LinkCause = 'closed' | 'silent' | 'not_accepted' | 'leaving';

/** A busy server may take this long to verify our signature. */
const ACCEPT_MS = 3 * TIMES.handshakeMs;
const GOODBYE_MS = 2_000;
const RESPONSE_PARTS: ServerFeature = 'response_parts';

/**
 * An authenticated connection until it ends. Telemetry and logs wait for the server's first frame
 * (always `policy`): before that our signature is not verified, and only small frames are accepted.
 */
export class Link {
  private cause: LinkCause = 'closed';
  private established = false;
  private readonly answers: AnswerPump;

  constructor(
    private readonly socket: FrameSocket,
    private readonly options: LinkOptions,
  ) {
    this.answers = new AnswerPump(options.clock);
  }

  /** Runs until the connection ends, or `leave` fires and it was closed. */
  async run(leave: AbortSignal): Promise<SocketEnd & { cause: LinkCause }> {
    const { clock, dispatcher } = this.options;
    const heartbeat = new Heartbeat({
      clock,
      lastHeardAt: () => this.socket.lastHeardAt,
      ping: () => this.socket.send({ type: 'ping' }),
      onSilence: () => this.cut('silent'),
    });
    const acceptance = clock.setTimer(() => {
      if (!this.established) this.cut('not_accepted');
    }, ACCEPT_MS);
    const goodbye = (): void => void this.leave();
    leave.addEventListener('abort', goodbye, { once: true });
    dispatcher.attach((answer) => this.answers.send(answer));
    this.socket.listen((frame) => this.receive(frame));
    heartbeat.start();
    if (leave.aborted) goodbye();
    const end = await this.socket.ended;
    heartbeat.stop();
    acceptance.cancel();
    leave.removeEventListener('abort', goodbye);
    dispatcher.detach();
    this.answers.detach();
    this.options.telemetry.detach();
    this.options.logs.detach();
    return { ...end, cause: this.cause };
  }

  private receive(frame: ServerFrame): void {
    if (!this.established) this.establish(frame);
    switch (frame.type) {
      case 'request':
        return this.options.dispatcher.receive(frame);
      case 'cancel':
        this.answers.cancel(frame.id);
        return this.options.dispatcher.cancel(frame.id);
      case 'response_ack':
        return this.answers.acknowledged(frame.id, frame.received);
      case 'policy':
        return this.options.onPolicy(frame.rules);
      case 'ping':
        return this.socket.send({ type: 'pong' });
      case 'pong':
      case 'challenge':
        return;
    }
  }

  private establish(frame: ServerFrame): void {
    this.established = true;
    const inParts = frame.type === 'policy' && (frame.features ?? []).includes(RESPONSE_PARTS);
    this.answers.attach(this.socket, inParts);
    this.options.onEstablished();
    this.options.telemetry.attach((text) => this.socket.sendText(text));
    this.options.logs.attach(this.socket);
  }

  private cut(cause: LinkCause): void {
    this.options.log.warn('giving up the connection', { cause });
    this.cause = cause;
    this.socket.terminate();
  }

  /** Closes without waiting for a server that does not answer. */
  private async leave(): Promise<void> {
    this.cause = 'leaving';
    this.socket.close();
    const gone = new AbortController();
    void this.socket.ended.then(() => gone.abort());
    await wait(this.options.clock, GOODBYE_MS, gone.signal);
    this.socket.terminate();
  }
}
