import { generateKeyPairSync } from 'node:crypto';
import { holdsPrivateKey } from './index.js';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

describe('a text with a private key in it', () => {
  it.each([
    ['PKCS 8', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()],
    ['SEC 1', privateKey.export({ type: 'sec1', format: 'pem' }).toString()],
    ['encrypted', '-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIF\n'],
    ['OpenSSH', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Blb\n'],
    ['PGP', '-----BEGIN PGP PRIVATE KEY BLOCK-----\n'],
    ['SSH2', '---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n'],
    ['PuTTY', 'PuTTY-User-Key-File-3: ssh-ed25519\n'],
    ['age', '# created\nAGE-SECRET-KEY-1QQQ\n'],
    ['inside a configuration', '<key>\n-----BEGIN RSA PRIVATE KEY-----\nMII\n</key>'],
    ['inside JSON', '{"private_key": "-----BEGIN PRIVATE KEY-----\\nMII"}'],
    ['two bytes a letter', [...'-----BEGIN PRIVATE KEY-----'].map((one) => `${one}\0`).join('')],
  ])('is known: %s', (_, text) => {
    expect(holdsPrivateKey(text)).toBe(true);
  });

  it.each([
    publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    '-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----',
    'The private key begins with five dashes.',
    '',
  ])('is not seen in %j', (text) => {
    expect(holdsPrivateKey(text)).toBe(false);
  });
});
