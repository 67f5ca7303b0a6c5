import {
  CLOSE_CODES,
  compareVersions,
  encodeFrame,
  parseFrame,
  PROTOCOL_VERSION,
  TIMES,
  type AgentFrameType,
  type FrameOf,
} from '@kenny/contract';
import type { Clock, Timer } from '@kenny/kernel';
import { decodeNonce, transcript } from '@kenny/handshake/server';
import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { Identity } from './agent-connection.js';
import type { Admission } from './admission.js';
import type { AgentAuthenticator } from './agent-authenticator.js';

export type HandshakeEnd =
  | { readonly kind: 'authenticated'; readonly identity: Identity }
  | {
      readonly kind: 'refused';
      readonly close: number;
      readonly reason: string;
      readonly agent_id: string | null;
    };

export interface Peer extends Pick<Identity, 'address' | 'host'> {
  readonly group: string;
}

const FIRST: readonly AgentFrameType[] = ['register'];
const SECOND: readonly AgentFrameType[] = ['auth'];

/**
 * One socket from `register` to its verdict (seed 000, design §3): register within 10 s, our signed
 * challenge (also to ids that nobody knows), auth within 10 s. `done` is called exactly once.
 */
export class Handshake {
  private state: 'register' | 'waiting' | 'auth' | 'over' = 'register';
  private timer: Timer;
  private register: FrameOf<'register'> | undefined;
  private signed: Buffer | undefined;
  private leaveLine: () => void = () => undefined;

  constructor(
    private readonly socket: WebSocket,
    private readonly peer: Peer,
    private readonly clock: Clock,
    private readonly admission: Admission,
    private readonly authenticator: AgentAuthenticator,
    private readonly done: (end: HandshakeEnd) => void,
  ) {
    this.timer = this.deadline(CLOSE_CODES.protocol, 'no register within 10 s');
  }

  /** True until the first valid frame: such sockets are evicted first. */
  get isIdle(): boolean {
    return this.state === 'register';
  }

  /** Queued: no signature check has run yet. */
  get isInLine(): boolean {
    return this.state === 'waiting';
  }

  receive(data: Buffer, binary: boolean): void {
    if (this.state === 'over') return;
    if (binary) return this.refuse(this.codeForBadFrame(), 'binary message');
    if (this.state === 'register') return this.onRegister(data.toString('utf8'));
    if (this.state === 'auth') return this.onAuth(data.toString('utf8'));
    this.refuse(CLOSE_CODES.unauthenticated, 'a frame before the challenge');
  }

  /** The socket closed, or was evicted. */
  abandon(reason: string, close: number = CLOSE_CODES.unauthenticated): void {
    this.refuse(close, reason);
  }

  private onRegister(text: string): void {
    const parsed = parseFrame(text, FIRST);
    if (!parsed.ok || parsed.frame.type !== 'register') {
      return this.refuse(CLOSE_CODES.protocol, parsed.ok ? 'not register' : parsed.reason);
    }
    const frame = parsed.frame;
    this.register = frame;
    if (frame.protocol === undefined && frame.client_nonce === undefined) return this.legacy(frame);
    const version = compareVersions(frame.protocol ?? '', PROTOCOL_VERSION);
    if (version === undefined || version < 0) {
      return this.refuse(CLOSE_CODES.unauthenticated, 'protocol below 0.8 or not a version');
    }
    const nonce = decodeNonce(frame.client_nonce ?? '');
    if (!nonce) return this.refuse(CLOSE_CODES.unauthenticated, 'client_nonce is not 32 bytes');
    this.state = 'waiting';
    // The wait in the queue is ours: the peer's deadline starts again with the challenge.
    this.timer.cancel();
    this.leaveLine = this.admission.enter(this.peer.group, () => this.challenge(frame, nonce));
  }

  private challenge(frame: FrameOf<'register'>, clientNonce: Uint8Array): void {
    const serverNonce = randomBytes(32);
    this.signed = transcript(frame.agent_id, clientNonce, serverNonce);
    this.state = 'auth';
    this.timer.cancel();
    this.timer = this.deadline(CLOSE_CODES.unauthenticated, 'no auth within 10 s');
    this.socket.send(
      encodeFrame({
        type: 'challenge',
        server_nonce: serverNonce.toString('base64'),
        server_sig: this.authenticator.sign(this.signed).toString('base64'),
      }),
    );
  }

  private onAuth(text: string): void {
    const parsed = parseFrame(text, SECOND);
    if (!parsed.ok || parsed.frame.type !== 'auth') {
      return this.refuse(CLOSE_CODES.unauthenticated, parsed.ok ? 'not auth' : parsed.reason);
    }
    const { register, signed } = this;
    if (!register || !signed) return this.refuse(CLOSE_CODES.unauthenticated, 'auth out of turn');
    const proven = this.authenticator.verify(register.agent_id, signed, parsed.frame.agent_sig);
    if (!proven) return this.refuse(CLOSE_CODES.unauthenticated, 'signature does not verify');
    this.succeed(register, proven);
  }

  private legacy(frame: FrameOf<'register'>): void {
    const proven = this.authenticator.verifyToken(frame.agent_id, frame.token ?? '');
    if (!proven) return this.refuse(CLOSE_CODES.unauthenticated, 'token refused');
    this.succeed(frame, proven);
  }

  private succeed(
    frame: FrameOf<'register'>,
    proven: { agent_uid: string; agent_key: string },
  ): void {
    this.finish({
      kind: 'authenticated',
      identity: {
        agent_id: frame.agent_id,
        agent_uid: proven.agent_uid,
        agent_key: proven.agent_key,
        meta: frame.meta,
        protocol: frame.protocol ?? 'legacy',
        address: this.peer.address,
        host: this.peer.host,
      },
    });
  }

  private refuse(close: number, reason: string): void {
    this.finish({ kind: 'refused', close, reason, agent_id: this.register?.agent_id ?? null });
  }

  private finish(end: HandshakeEnd): void {
    if (this.state === 'over') return;
    this.state = 'over';
    this.timer.cancel();
    this.leaveLine();
    this.done(end);
  }

  private codeForBadFrame(): number {
    return this.state === 'register' ? CLOSE_CODES.protocol : CLOSE_CODES.unauthenticated;
  }

  private deadline(close: number, reason: string): Timer {
    return this.clock.setTimer(() => this.refuse(close, reason), TIMES.handshakeMs);
  }
}
