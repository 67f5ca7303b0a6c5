/** A key as `reg query` and `reg export` show it. */
export interface RegistryKey {
  /** Value name (lower case; empty for the default value) → DWORD as number, or text. */
  values: ReadonlyMap<string, RegistryValue>;
  /** Names of the subkeys, without their path. */
  subkeys: readonly string[];
}

export interface RegistryValue {
  name: string;
  data: number | string;
}

/**
 * Parses `reg export` of one key (UTF-16, the same in every language): its values, and the names of
 * its direct subkeys. Undefined when it is no such file.
 */
export function parseRegistryExport(bytes: Buffer, key: string): RegistryKey | undefined {
  const text =
    bytes.subarray(0, 2).toString('latin1') === '\xff\xfe' ? bytes.toString('utf16le', 2) : '';
  if (!text.startsWith('Windows Registry Editor')) return undefined;
  const wanted = fullName(key).toLowerCase();
  const values = new Map<string, RegistryValue>();
  const subkeys = new Set<string>();
  let isHere = false;
  // A trailing backslash continues a long value on the next line.
  for (const line of text.replace(/\\\r?\n\s*/g, '').split(/\r?\n/)) {
    const [, section] = /^\[(.+)\]\s*$/.exec(line) ?? [];
    if (section !== undefined) {
      const name = section.toLowerCase();
      isHere = name === wanted;
      const below = name.startsWith(`${wanted}\\`) ? section.slice(wanted.length + 1) : '';
      if (below !== '') subkeys.add(below.split('\\', 1)[0] ?? below);
    } else if (isHere) {
      const value = parseValue(line);
      if (value) values.set(value.name.toLowerCase(), value);
    }
  }
  return { values, subkeys: [...subkeys] };
}

function parseValue(line: string): RegistryValue | undefined {
  const found = /^(?:@|"((?:[^"\\]|\\.)*)")=(.*)$/s.exec(line);
  if (!found) return undefined;
  const name = unescape(found[1] ?? '');
  const data = dataOf(found[2] ?? '');
  return data === undefined ? undefined : { name, data };
}

/** REG_SZ, REG_DWORD, REG_EXPAND_SZ and REG_MULTI_SZ; other types are skipped. */
function dataOf(text: string): number | string | undefined {
  const quoted = /^"((?:[^"\\]|\\.)*)"\s*$/s.exec(text);
  if (quoted) return unescape(quoted[1] ?? '');
  const [, dword] = /^dword:([0-9a-f]{8})\s*$/i.exec(text) ?? [];
  if (dword !== undefined) return parseInt(dword, 16);
  const [, kind, list] = /^hex\(([27b])\):([0-9a-f,\s]*)$/i.exec(text) ?? [];
  if (kind === undefined) return undefined;
  const bytes = Buffer.from((list ?? '').replace(/[^0-9a-f]/gi, ''), 'hex');
  if (kind === 'b') return bytes.length === 8 ? Number(bytes.readBigUInt64LE()) : undefined;
  return bytes.toString('utf16le').replace(/\0+$/, '').replaceAll('\0', '\n');
}

function unescape(text: string): string {
  return text.replace(/\\(.)/gs, '$1');
}

const ROOTS: Readonly<Record<string, string>> = {
  HKLM: 'HKEY_LOCAL_MACHINE',
  HKU: 'HKEY_USERS',
};

/** `HKLM\SOFTWARE` → its full name, as in exported files. */
function fullName(key: string): string {
  const [root = '', ...rest] = key.split('\\');
  return [ROOTS[root] ?? root, ...rest].join('\\');
}

/**
 * Parses `reg query`: fields separated by four spaces, the type by its name, subkeys by full name.
 * For plain names only: it prints in the console's code page and translates the default value's
 * name.
 */
export function parseRegistryQuery(text: string, key: string): RegistryKey {
  const wanted = fullName(key).toLowerCase();
  const values = new Map<string, RegistryValue>();
  const subkeys: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, name, kind, data = ''] =
      /^ {4}(.+?) {4}REG_([A-Z_0-9]+)(?: {4}(.*))?$/.exec(line) ?? [];
    if (name !== undefined && kind !== undefined) {
      const value = kind === 'DWORD' ? Number(data) : data;
      if (!Number.isNaN(value)) values.set(name.toLowerCase(), { name, data: value });
    } else if (line.toLowerCase().startsWith(`${wanted}\\`)) {
      subkeys.push(line.slice(wanted.length + 1).trim());
    }
  }
  return { values, subkeys };
}

/** Names that `reg` cannot mistake for an option. */
export function isRegistryKey(key: string): boolean {
  return /^(?:HKLM|HKU)(?:\\[^\\/\0\r\n"]{1,255})*$/.test(key);
}

export function textValue(key: RegistryKey | undefined, name: string): string | undefined {
  const data = key?.values.get(name.toLowerCase())?.data;
  return typeof data === 'string' && data !== '' ? data : undefined;
}

export function numberValue(key: RegistryKey | undefined, name: string): number | undefined {
  const data = key?.values.get(name.toLowerCase())?.data;
  return typeof data === 'number' ? data : undefined;
}
