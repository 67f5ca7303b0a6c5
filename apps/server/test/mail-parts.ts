/** One part of a mail that is no multipart. */
export interface MailPart {
  readonly headers: ReadonlyMap<string, string>;
  readonly type: string;
  readonly body: Buffer;
}

/** Headers, unfolded, by their names in small letters. */
export function headersIn(head: string): Map<string, string> {
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return new Map(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
}

/** Every part as a mail program takes it apart (RFC 2045, 2046), in order. */
export function mailParts(source: string): MailPart[] {
  const end = source.indexOf('\r\n\r\n');
  if (end < 0) throw new Error('a mail has a head and a body');
  const headers = headersIn(source.slice(0, end));
  const content = headers.get('content-type') ?? 'text/plain';
  const [type = ''] = content.split(';');
  const body = source.slice(end + 4);
  if (!type.startsWith('multipart/')) return [{ headers, type, body: decoded(headers, body) }];
  const [, boundary] = /boundary="?([^";]+)"?/.exec(content) ?? [];
  if (boundary === undefined) throw new Error(`${content} has no boundary`);
  const pieces = `\r\n${body}`.split(`\r\n--${boundary}`);
  if (!pieces.at(-1)?.startsWith('--')) throw new Error('the last boundary is missing');
  return pieces.slice(1, -1).flatMap((piece) => mailParts(piece.replace(/^\r\n/, '')));
}

function decoded(headers: ReadonlyMap<string, string>, body: string): Buffer {
  switch (headers.get('content-transfer-encoding')) {
    case 'base64':
      return Buffer.from(body, 'base64');
    case 'quoted-printable':
      return unquoted(body);
    default:
      return Buffer.from(body);
  }
}

function unquoted(body: string): Buffer {
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}
