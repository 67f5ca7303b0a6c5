import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

/** 64 MiB and a quarter of a second: 18, age's own choice, stops a small server for over a second. */
const WORK_FACTOR = 16;

/** As `age -p` writes it; `age -d` asks for the passphrase and opens it. */
export async function sealedWith(plain: Readable, passphrase: string): Promise<Readable> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(WORK_FACTOR);
  return sealed(plain, encrypter);
}

/** As `age -r` writes it. @param recipients - `age1…` */
export async function sealedTo(plain: Readable, recipients: readonly string[]): Promise<Readable> {
  // Loaded late: who encrypts nothing need not load it.
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return sealed(plain, encrypter);
}

interface Sealer {
  encrypt(plain: ReadableStream<Uint8Array>): Promise<unknown>;
}

async function sealed(plain: Readable, encrypter: Sealer): Promise<Readable> {
  const web = Readable.toWeb(plain) as ReadableStream<Uint8Array>;
  return Readable.fromWeb((await encrypter.encrypt(web)) as ReadableStream<Uint8Array>);
}
