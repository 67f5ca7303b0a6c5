import { createPublicKey, verify as nodeVerify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { verify as nobleVerify } from '@noble/ed25519';
import { agentSignatures } from './agent-signer.js';
import { decodeKey, decodeNonce, decodeSeed, decodeSignature, keyFingerprint } from './index.js';
import { isSafePublicKey, transcript } from './index.js';
import { serverSignatures } from './server-signer.js';

interface Session {
  agent_id: string;
  client_nonce: string;
  server_nonce: string;
}
interface Key {
  seed: string;
  public_key: string;
  sha256: string;
}
interface Vectors {
  server: Key;
  agent: Key;
  vectors: (Session & { transcript_hex: string; server_sig: string; agent_sig: string })[];
  refused: (Session & {
    name: string;
    public_key: string;
    signature: string;
    lenient: ('node:crypto' | 'noble')[];
  })[];
  unsafe_keys: { name: string; public_key: string }[];
  malformed: { kind: 'key' | 'nonce' | 'signature'; name: string; text: string }[];
}

const golden = JSON.parse(
  readFileSync(new URL('../../../fixtures/vectors/mutual_auth.json', import.meta.url), 'utf8'),
) as Vectors;

const raw = (text: string): Buffer => Buffer.from(text, 'base64');
const messageOf = (session: Session): Buffer =>
  transcript(session.agent_id, raw(session.client_nonce), raw(session.server_nonce));

const implementations = [
  ['@noble/ed25519', agentSignatures],
  ['node:crypto', serverSignatures()],
] as const;

describe.each(implementations)('golden vectors with %s', (_, signatures) => {
  it.each(golden.vectors)('yields the very bytes for $agent_id', (vector) => {
    const message = messageOf(vector);
    const server = signatures.createSigner(raw(golden.server.seed));
    const agent = signatures.createSigner(raw(golden.agent.seed));
    expect(message.toString('hex')).toBe(vector.transcript_hex);
    expect(server.publicKey.toString('base64')).toBe(golden.server.public_key);
    expect(agent.publicKey.toString('base64')).toBe(golden.agent.public_key);
    expect(server.sign(message).toString('base64')).toBe(vector.server_sig);
    expect(agent.sign(message).toString('base64')).toBe(vector.agent_sig);
    expect(signatures.verify(server.publicKey, message, raw(vector.server_sig))).toBe(true);
    expect(signatures.verify(agent.publicKey, message, raw(vector.agent_sig))).toBe(true);
  });

  it.each(golden.refused)('refuses: $name', (vector) => {
    expect(
      signatures.verify(raw(vector.public_key), messageOf(vector), raw(vector.signature)),
    ).toBe(false);
  });

  it.each(golden.unsafe_keys)('verifies nothing under a key that is $name', ({ public_key }) => {
    const [vector] = golden.vectors;
    if (!vector) throw new Error('no vectors');
    expect(signatures.verify(raw(public_key), messageOf(vector), raw(vector.agent_sig))).toBe(
      false,
    );
  });
});

describe('the negative vectors', () => {
  const takenBy = (vector: Vectors['refused'][number]): string[] => {
    const message = messageOf(vector);
    const key = raw(vector.public_key);
    const signature = raw(vector.signature);
    const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key]);
    const node = nodeVerify(
      null,
      message,
      createPublicKey({ key: spki, format: 'der', type: 'spki' }),
      signature,
    );
    const noble =
      signature.length === 64 && nobleVerify(signature, message, key, { zip215: false });
    return [...(node ? ['node:crypto'] : []), ...(noble ? ['noble'] : [])];
  };

  it.each(golden.refused)('would be taken by exactly [$lenient] alone: $name', (vector) => {
    expect(takenBy(vector)).toEqual(vector.lenient);
  });
});

describe('keys', () => {
  it.each(golden.unsafe_keys)('are refused when $name', ({ public_key }) => {
    expect(isSafePublicKey(raw(public_key))).toBe(false);
  });

  it('are accepted when they are ordinary, and named by their SHA-256', () => {
    for (const { public_key, sha256 } of [golden.server, golden.agent]) {
      expect(isSafePublicKey(raw(public_key))).toBe(true);
      expect(keyFingerprint(raw(public_key))).toBe(sha256);
    }
  });
});

describe('texts', () => {
  const decoders = { key: decodeKey, nonce: decodeNonce, signature: decodeSignature };

  it.each(golden.malformed)('a $kind is refused for $name', ({ kind, text }) => {
    expect(decoders[kind](text)).toBeUndefined();
  });

  it('in their one canonical spelling are accepted', () => {
    const [vector] = golden.vectors;
    expect(decodeKey(golden.agent.public_key)).toEqual(raw(golden.agent.public_key));
    expect(decodeSeed(golden.agent.seed)).toEqual(raw(golden.agent.seed));
    expect(decodeNonce(vector?.client_nonce ?? '')).toEqual(Buffer.alloc(32, 0xaa));
    expect(decodeSignature(vector?.agent_sig ?? '')).toEqual(raw(vector?.agent_sig ?? ''));
  });
});
