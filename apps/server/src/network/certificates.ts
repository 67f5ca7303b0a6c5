import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { DAY_MS } from '@kenny/kernel';
import { randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';

/** A certificate with its key, both PEM (RFC 7468). */
export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const AUTHORITY_DAYS = 3_650;
/** What TLS clients accept at most. */
const SERVER_DAYS = 397;
/** Clocks of PCs go wrong. */
const EARLIER_MS = 2 * DAY_MS;

/** An authority of our own: whoever is installed by us trusts it, and nobody else does. */
export async function makeAuthority(now: number): Promise<KeyPair> {
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: serialNumber(),
      name: 'CN=kenny agents',
      notBefore: new Date(now - EARLIER_MS),
      notAfter: new Date(now + AUTHORITY_DAYS * DAY_MS),
      signingAlgorithm: ALGORITHM,
      keys,
      extensions: [
        new BasicConstraintsExtension(true, 0, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      ],
    },
    webcrypto,
  );
  return { certificate: certificate.toString('pem'), key: await keyText(keys) };
}

/** The server's certificate for all that it is dialled by, names or addresses, by that authority. */
export async function makeServerPair(
  authority: KeyPair,
  names: readonly string[],
  now: number,
): Promise<KeyPair> {
  const keys = await newKeys();
  const der = PemConverter.decodeFirst(authority.key);
  const signingKey = await webcrypto.subtle.importKey('pkcs8', der, ALGORITHM, false, ['sign']);
  const certificate = await X509CertificateGenerator.create(
    {
      serialNumber: serialNumber(),
      subject: 'CN=kenny',
      issuer: 'CN=kenny agents',
      notBefore: new Date(now - EARLIER_MS),
      notAfter: new Date(now + SERVER_DAYS * DAY_MS),
      signingAlgorithm: ALGORITHM,
      publicKey: keys.publicKey,
      signingKey,
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
        new SubjectAlternativeNameExtension(
          names.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value })),
        ),
      ],
    },
    webcrypto,
  );
  return { certificate: certificate.toString('pem'), key: await keyText(keys) };
}

function newKeys(): Promise<CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

async function keyText({ privateKey }: CryptoKeyPair): Promise<string> {
  return PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', privateKey), 'PRIVATE KEY');
}

/** 16 random bytes, positive (RFC 5280, 4.1.2.2). */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0] ?? 0) & 0x7f;
  return bytes.toString('hex');
}

type CryptoKeyPair = webcrypto.CryptoKeyPair;
