/** How private keys are written down: PEM with its kin, OpenSSH and PGP, SSH2, PuTTY, age, minisign. */
const PRIVATE_KEY =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|---- BEGIN SSH2 (?:ENCRYPTED )?PRIVATE KEY ----|PuTTY-User-Key-File-\d|AGE-SECRET-KEY-1|untrusted comment: (?:minisign|signify) (?:encrypted )?secret key/;

/** Whether a text contains a private key; UTF-16 is recognised when read as single bytes. */
export function holdsPrivateKey(text: string): boolean {
  return (
    PRIVATE_KEY.test(text) || (text.includes('\0') && PRIVATE_KEY.test(text.replaceAll('\0', '')))
  );
}
