import { PROTOCOL_VERSION, TIMES, type FrameOf } from '@kenny/contract/agent';
import type { Clock } from '@kenny/kernel';
import {
  agentSignatures,
  decodeNonce,
  decodeSignature,
  encodeBase64,
  newNonce,
  transcript,
} from '@kenny/handshake/agent';
import type { Identity } from '../enrolment/identity.js';
import type { FrameSocket, ServerFrame } from './frame-socket.js';

/** The peer did not prove that it is our server, or did not answer in time. */
export class HandshakeFailed extends Error {
  override readonly name = 'HandshakeFailed';

  constructor(
    message: string,
    /** Close code, when the server ended the attempt. */
    readonly code?: number,
    /** Its close reason. */
    readonly reason?: string,
  ) {
    super(message);
  }
}

export interface HandshakeOptions {
  identity: Identity;
  meta: FrameOf<'register'>['meta'];
  clock: Clock;
  /** Ends the attempt. */
  signal: AbortSignal;
}

/**
 * Mutual authentication (seed 000). Our signature is sent only after the server's was verified
 * against the pinned key; any other frame ends the attempt.
 * @throws HandshakeFailed
 */
export async function authenticate(
  socket: FrameSocket,
  { identity, meta, clock, signal }: HandshakeOptions,
): Promise<void> {
  const { agentId, seed, serverKey } = identity;
  const clientNonce = newNonce();
  socket.send({
    type: 'register',
    agent_id: agentId,
    protocol: PROTOCOL_VERSION,
    client_nonce: encodeBase64(clientNonce),
    meta,
  });
  const challenge = await nextFrame(socket, clock, signal);
  if (challenge.type !== 'challenge') throw new HandshakeFailed('the server sent no challenge');
  const serverNonce = decodeNonce(challenge.server_nonce);
  const serverSignature = decodeSignature(challenge.server_sig);
  if (!serverNonce || !serverSignature) throw new HandshakeFailed('the challenge is not readable');
  const signed = transcript(agentId, clientNonce, serverNonce);
  if (!agentSignatures.verify(serverKey, signed, serverSignature)) {
    throw new HandshakeFailed('the server could not prove that it holds the pinned key');
  }
  const signature = agentSignatures.createSigner(seed).sign(signed);
  socket.send({ type: 'auth', agent_sig: encodeBase64(signature) });
}

/** The next frame, consumed. @throws HandshakeFailed when none arrives in time */
function nextFrame(socket: FrameSocket, clock: Clock, signal: AbortSignal): Promise<ServerFrame> {
  return new Promise((resolve, reject) => {
    let settled = false;
    const settle = (act: () => void): void => {
      if (settled) return;
      settled = true;
      timer.cancel();
      signal.removeEventListener('abort', stop);
      socket.listen(undefined);
      act();
    };
    const timer = clock.setTimer(
      () => settle(() => reject(new HandshakeFailed('the server did not answer in time'))),
      TIMES.handshakeMs,
    );
    const stop = (): void => settle(() => reject(new HandshakeFailed('stopped')));
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    socket.listen((frame) => settle(() => resolve(frame)));
    void socket.ended.then(({ code, reason }) =>
      settle(() => reject(new HandshakeFailed('the server closed the connection', code, reason))),
    );
  });
}
