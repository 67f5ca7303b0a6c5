import { TIMES, type FrameOf } from '@kenny/contract/agent';
import type { Clock } from '@kenny/kernel';
import type { Identity } from '../enrolment/identity.js';
import type { Logger } from '../logging/index.js';
import { errorText } from '../errors/error-code.js';
import { wait } from '../platform/wait.js';
import { Backoff, type LinkEnd } from '../platform/backoff.js';
import type { ConnectionStatus } from './connection-status.js';
import { FrameSocket } from './frame-socket.js';
import { authenticate, HandshakeFailed } from './handshake.js';
import { Link, type LinkOptions } from './link.js';

export interface ServerConnectionOptions extends Omit<LinkOptions, 'onEstablished'> {
  url: string;
  tlsCa: string | undefined;
  /** Secrets without a recognisable form, masked in whatever leaves this PC. */
  secrets: readonly string[];
  identity: Identity;
  /** Read for every attempt: the kill switch may have changed. */
  meta: () => Promise<FrameOf<'register'>['meta']>;
  status: ConnectionStatus;
  /** The server has accepted us. */
  onConnected?: () => void;
  clock: Clock;
  log: Logger;
  random?: () => number;
}

/** Up to here each malformed frame is logged, then only every hundredth. */
const MALFORMED_LOGGED = 5;
const MALFORMED_EVERY = 100;

/**
 * Keeps one connection to the server: connects, authenticates, serves, backs off and reconnects.
 * Nothing the peer does makes it stop or forget its key.
 */
export class ServerConnection {
  private readonly backoff: Backoff;
  private link = new AbortController();

  constructor(private readonly options: ServerConnectionOptions) {
    this.backoff = new Backoff(options.random);
  }

  /** Runs until `stop` fires; the link is then closed. */
  async run(stop: AbortSignal): Promise<void> {
    const { clock, log } = this.options;
    while (!stop.aborted) {
      const end = await this.attempt(stop);
      if (stop.aborted) return;
      const delayMs = this.backoff.next(end);
      log.info('not connected; will try again', {
        retry_in_ms: delayMs,
        code: end.code,
        why: end.why,
      });
      await wait(clock, delayMs, stop);
    }
  }

  /** Ends the link, so that the next one registers again. */
  reconnect(): void {
    this.link.abort();
  }

  private async attempt(stop: AbortSignal): Promise<LinkEnd & { why: string }> {
    const { status } = this.options;
    this.link = new AbortController();
    let socket: FrameSocket | undefined;
    let end: LinkEnd & { why: string };
    try {
      socket = await this.connect(stop);
      end = await this.serve(socket, AbortSignal.any([stop, this.link.signal]));
    } catch (error) {
      const { code, reason } = error instanceof HandshakeFailed ? error : {};
      this.options.log.warn('no connection', { why: errorText(error), code });
      end = { why: errorText(error), lastedMs: 0, code, reason };
    } finally {
      socket?.terminate();
    }
    status.disconnected(end.code === undefined ? end.why : `${end.why} (code ${end.code})`);
    return end;
  }

  private connect(signal: AbortSignal): Promise<FrameSocket> {
    const { url, tlsCa, secrets, clock, log } = this.options;
    return FrameSocket.connect({
      url,
      tlsCa,
      secrets,
      timeoutMs: TIMES.handshakeMs,
      signal,
      clock,
      onMalformed: (reason, count) => {
        if (count > MALFORMED_LOGGED && count % MALFORMED_EVERY !== 0) return;
        log.warn('a frame from the server was dropped', { reason, count });
      },
      onRuleSkipped: (rule) => log.warn('a custom rule is skipped', { ...rule }),
    });
  }

  private async serve(socket: FrameSocket, leave: AbortSignal): Promise<LinkEnd & { why: string }> {
    const { identity, meta, clock, log, status, url } = this.options;
    await authenticate(socket, { identity, meta: await meta(), clock, signal: leave });
    let began: number | undefined;
    const link = new Link(socket, {
      ...this.options,
      onEstablished: () => {
        began = clock.monotonic();
        status.connected();
        this.options.onConnected?.();
        log.info('connected', { url });
      },
    });
    const { cause, code, reason } = await link.run(leave);
    const lastedMs = began === undefined ? 0 : clock.monotonic() - began;
    if (cause === 'closed')
      return { why: reason || 'the connection ended', code, reason, lastedMs };
    return { why: CAUSES[cause], lastedMs };
  }
}

const CAUSES = {
  silent: 'the server was silent for too long',
  not_accepted: 'the server did not take us in',
  leaving: 'the connection was closed here',
};
