import { CAPS, type FrameOf } from '@kenny/contract/agent';
import { encodeBase64 } from '@kenny/handshake';
import type { HandshakeScript, Outgoing } from './options.js';

type Register = FrameOf<'register'>;

const instead = (send: (correct: Register) => Outgoing | undefined): HandshakeScript => ({
  register: send,
});

/** Ways to break the handshake, one at a time; each is a `script` for a `FakeAgent`. */
export const misbehaviour = {
  /** Connects and says nothing. */
  silent: instead(() => undefined),
  /** Says nothing after the challenge. */
  silentAfterChallenge: { auth: () => undefined } satisfies HandshakeScript,
  /** Sends `auth` only when the promise is kept. */
  lateAuth: (when: Promise<unknown>): HandshakeScript => ({
    auth: (correct) => when.then(() => correct),
  }),
  /** Sends `register` only when the promise is kept. */
  lateRegister: (when: Promise<unknown>): HandshakeScript => ({
    register: (correct) => when.then(() => correct),
  }),
  /** One bit of the signature is wrong. */
  wrongSignature: {
    auth: (correct: FrameOf<'auth'>) => {
      const signature = Buffer.from(correct.agent_sig, 'base64');
      signature.writeUInt8(signature.readUInt8(40) ^ 1, 40);
      return { ...correct, agent_sig: encodeBase64(signature) };
    },
  } satisfies HandshakeScript,
  /** Sends the server's own signature back. */
  reflectedSignature: {
    auth: (correct: FrameOf<'auth'>, challenge: FrameOf<'challenge'>) => ({
      ...correct,
      agent_sig: challenge.server_sig,
    }),
  } satisfies HandshakeScript,
  shortNonce: instead((correct) => ({
    ...correct,
    client_nonce: encodeBase64(Buffer.alloc(31, 1)),
  })),
  /** A nonce whose base64 has loose bits or blanks: the same bytes for a lenient decoder. */
  looseNonce: instead((correct) => ({ ...correct, client_nonce: `${correct.client_nonce} ` })),
  noNonce: instead(({ client_nonce: _, ...rest }) => rest),
  protocol: (protocol: string): HandshakeScript => instead((correct) => ({ ...correct, protocol })),
  /** The right bytes, as a binary message. */
  binaryRegister: instead((correct) => Buffer.from(JSON.stringify(correct))),
  /** Beyond what may be sent before authentication. */
  hugeRegister: instead((correct) => ({ ...correct, padding: 'x'.repeat(CAPS.preAuthBytes) })),
  notJson: instead(() => '{"type":"register",'),
  firstFrame: (frame: Outgoing): HandshakeScript => instead(() => frame),
} as const;
