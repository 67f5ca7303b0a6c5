/** A SID, from its text. */
export function account(text: string): Buffer {
  const [revision = 0, authority = 0, ...numbers] = text.split('-').slice(1).map(Number);
  const bytes = Buffer.alloc(8 + 4 * numbers.length);
  bytes.writeUInt8(revision, 0);
  bytes.writeUInt8(numbers.length, 1);
  bytes.writeUIntBE(authority, 2, 6);
  numbers.forEach((number, index) => bytes.writeUInt32LE(number, 8 + 4 * index));
  return bytes;
}

interface Entry {
  who: string;
  kind?: number;
  mask?: number;
}

function entry({ who, kind = 0, mask = 0x1f01ff }: Entry): Buffer {
  const head = Buffer.alloc(8);
  const sid = account(who);
  head.writeUInt8(kind, 0);
  head.writeUInt16LE(head.length + sid.length, 2);
  head.writeUInt32LE(mask, 4);
  return Buffer.concat([head, sid]);
}

/** As Windows gives them: self-relative, here without owner and group. */
export function descriptor(...entries: Entry[]): Buffer {
  const [header, list] = [Buffer.alloc(20), Buffer.alloc(8)];
  header.writeUInt8(1, 0);
  header.writeUInt16LE(0x8004, 2);
  header.writeUInt32LE(header.length, 16);
  const bodies = entries.map(entry);
  list.writeUInt8(2, 0);
  list.writeUInt16LE(list.length + Buffer.concat(bodies).length, 2);
  list.writeUInt16LE(entries.length, 4);
  return Buffer.concat([header, list, ...bodies, Buffer.alloc(64)]);
}
