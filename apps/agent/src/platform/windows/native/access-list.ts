/** Accounts that an access list may name, by SID: names are translated. */
export type AccountId = string;

export const WELL_KNOWN = {
  everyone: 'S-1-1-0',
  system: 'S-1-5-18',
  administrators: 'S-1-5-32-544',
} as const;

/** SECURITY_DESCRIPTOR_RELATIVE. */
const HEADER = { size: 20, control: 2, list: 16 } as const;
const LIST_PRESENT = 0x4;
/** ACL. */
const LIST = { size: 8, entries: 4 } as const;
/** ACE: its SID follows the fixed part, whose size depends on the type. */
const ENTRY = { kind: 0, flags: 1, size: 2, mask: 4 } as const;
const ALLOWING = { plain: 0, object: 5, callback: 9, callbackObject: 11 } as const;
const ACCOUNT_AT: Readonly<Record<number, number>> = {
  [ALLOWING.plain]: 8,
  [ALLOWING.callback]: 8,
};

/**
 * Everybody to whom a self-relative security descriptor grants any access. Without a list, Windows
 * grants access to everybody.
 * @throws RangeError when the bytes are no such descriptor
 */
export function accountsLetIn(descriptor: Buffer): AccountId[] {
  const control = descriptor.readUInt16LE(HEADER.control);
  const list = descriptor.readUInt32LE(HEADER.list);
  if ((control & LIST_PRESENT) === 0 || list === 0) return [WELL_KNOWN.everyone];
  const found = new Set<AccountId>();
  let at = list + LIST.size;
  for (let left = descriptor.readUInt16LE(list + LIST.entries); left > 0; left -= 1) {
    const size = descriptor.readUInt16LE(at + ENTRY.size);
    const kind = descriptor.readUInt8(at + ENTRY.kind);
    const where = ACCOUNT_AT[kind];
    // Object ACEs of a directory service do not occur on files.
    if (kind === ALLOWING.object || kind === ALLOWING.callbackObject) {
      found.add(WELL_KNOWN.everyone);
    } else if (where !== undefined && descriptor.readUInt32LE(at + ENTRY.mask) !== 0) {
      found.add(accountAt(descriptor, at + where));
    }
    at += Math.max(size, LIST.size);
  }
  return [...found];
}

/** SID: revision, count, six bytes of authority (big-endian), then the sub-authorities. */
export function accountAt(bytes: Buffer, at: number): AccountId {
  const count = bytes.readUInt8(at + 1);
  const numbers = Array.from({ length: count }, (_, index) =>
    bytes.readUInt32LE(at + 8 + 4 * index),
  );
  return ['S', bytes.readUInt8(at), bytes.readUIntBE(at + 2, 6), ...numbers].join('-');
}
