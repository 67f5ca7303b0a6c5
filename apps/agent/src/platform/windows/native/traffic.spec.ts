import { fakeLibrary } from '../../../../test/windows/fake-library.js';
import { parseAdapters, readNativeTraffic } from './traffic.js';

/** MIB_IF_TABLE2 as Windows documents it: a count, then rows of 1,352 bytes. */
function aTable(...rows: { id: bigint; flags: number; received: bigint; sent: bigint }[]): Buffer {
  const table = Buffer.alloc(8 + rows.length * 1352);
  table.writeUInt32LE(rows.length, 0);
  for (const [index, { id, flags, received, sent }] of rows.entries()) {
    const row = table.subarray(8 + index * 1352);
    row.writeBigUInt64LE(id, 0);
    row.writeUInt8(flags, 1152);
    row.writeBigUInt64LE(received, 1208);
    row.writeBigUInt64LE(sent, 1280);
  }
  return table;
}

const REAL = { id: 7n, flags: 0b101, received: 5_000_000_000n, sent: 17n };
const FILTER = { id: 8n, flags: 0b010, received: 5_000_000_000n, sent: 17n };
const FILTERED = { id: 9n, flags: 0b011, received: 5_000_000_000n, sent: 17n };
const SWITCH = { id: 10n, flags: 0, received: 5_000_000_000n, sent: 17n };

const NONE = -1n;
const DRIVE = 0x44n;

function aWindows({ table, drives }: { table?: Buffer; drives: Record<string, bigint> }) {
  const fake = fakeLibrary({
    GetIfTable2: (place) => {
      if (!table) return 50;
      (place as Buffer).writeBigUInt64LE(0x1000n);
      return 0;
    },
    FreeMibTable: () => undefined,
    CreateFileW: (path) => (String(path) in drives ? DRIVE : NONE),
    CloseHandle: () => 1,
    DeviceIoControl: (_device, code, _given, _givenSize, answer, size, written) => {
      expect([code, size]).toEqual([0x70020, 88]);
      (answer as Buffer).writeBigUInt64LE(drives['\\\\.\\PhysicalDrive2'] ?? 0n, 0);
      (answer as Buffer).writeBigUInt64LE(99n, 8);
      (written as Buffer).writeUInt32LE(88);
      return 1;
    },
  });
  const view = (_: bigint, length: number) =>
    Uint8Array.from((table ?? Buffer.alloc(0)).subarray(0, length)).buffer;
  return { fake, library: { ...fake.library, view } };
}

describe('what Windows counts of adapters and drives', () => {
  it('is that of real adapters alone: filters and switches hand on the same bytes', () => {
    expect(parseAdapters(aTable(FILTER, REAL, FILTERED, SWITCH))).toEqual([
      { name: '7', inward: 5_000_000_000, outward: 17 },
    ]);
    expect(parseAdapters(Buffer.alloc(8 + 100))).toEqual([]);
  });

  it('is asked of every drive, and everything that was opened is closed', () => {
    const { fake, library } = aWindows({
      table: aTable(REAL),
      drives: { '\\\\.\\PhysicalDrive2': 4_096n },
    });
    expect(readNativeTraffic(library)).toEqual({
      adapters: [{ name: '7', inward: 5_000_000_000, outward: 17 }],
      disks: [{ name: '2', inward: 4_096, outward: 99 }],
    });
    const calls = (name: string) => fake.calls.filter((call) => call.name === name);
    expect(calls('CloseHandle').map(({ args }) => args)).toEqual([[DRIVE]]);
    expect(calls('FreeMibTable').map(({ args }) => args)).toEqual([[0x1000n]]);
    expect(calls('CreateFileW')).toHaveLength(32);
  });

  it('is not known where Windows does not say', () => {
    const { library } = aWindows({ drives: {} });
    expect(readNativeTraffic(library)).toEqual({ adapters: null, disks: null });
  });
});
