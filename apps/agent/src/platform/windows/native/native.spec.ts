import { SERVICE_START, SERVICE_STATUS } from '@kenny/contract/agent';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPartLine } from '../part-lines.js';
import { collectParts } from './collect-parts.js';
import { type NativeLibrary, placeLibrary } from './library.js';
import { type Block, textBehind } from './memory-layout.js';
import { parseMemoryStatus } from './memory.js';
import { parsePowerStatus } from './power.js';
import { parsePrinters } from './printers.js';
import { parseProcessEntry, shareOf } from './processes.js';
import { maskBits, parseAddresses, parseRoutes } from './routes.js';
import { parseServices, startWord } from './services.js';
import { lettersOf } from './volumes.js';
import { parseConnection } from './wifi.js';

const ADDRESS = 0x7ff0_0000n;

/** Structures as Windows documents them, with the texts behind them in the same block. */
function aBlock(size: number, fields: Record<number, number | string>): Block {
  const texts: Buffer[] = [];
  const head = Buffer.alloc(size);
  let end = size;
  for (const [offset, value] of Object.entries(fields)) {
    if (typeof value === 'number') head.writeUInt32LE(value, Number(offset));
    else {
      head.writeBigUInt64LE(ADDRESS + BigInt(end), Number(offset));
      const text = Buffer.from(`${value}\0`, 'utf16le');
      texts.push(text);
      end += text.length;
    }
  }
  return { bytes: Buffer.concat([head, ...texts]), address: ADDRESS };
}

describe('what Windows leaves in memory', () => {
  it('is a list of services, also with names beyond ASCII', () => {
    const block = aBlock(3 * 56, {
      0: 'Spooler',
      8: 'Druckwarteschlange für alle',
      20: 4,
      56: 'W32Time',
      64: 'Windows-Zeitgeber',
      76: 1,
    });
    expect(parseServices(block, 3)).toEqual([
      { name: 'Spooler', display: 'Druckwarteschlange für alle', status: SERVICE_STATUS.running },
      { name: 'W32Time', display: 'Windows-Zeitgeber', status: SERVICE_STATUS.stopped },
    ]);
  });

  it('cannot lead us out of the block, nor beyond its end', () => {
    const block = aBlock(56, { 0: 'x' });
    block.bytes.writeBigUInt64LE(0xffff_ffff_0000_0000n, 0);
    expect(textBehind(block, 0)).toBeUndefined();
    expect(parseServices(block, 1_000_000)).toEqual([]);
    expect(parsePrinters(block, 1_000_000)).toEqual([]);
  });

  it.each([
    [2, 0, SERVICE_START.auto],
    [2, 1, SERVICE_START.trigger],
    [3, 1, SERVICE_START.manual],
    [4, 0, SERVICE_START.disabled],
    [-1, 0, null],
  ])('start type %p with %p triggers is %p', (start, triggers, word) => {
    expect(startWord(start, triggers)).toBe(word);
  });

  it('is a list of printers', () => {
    const block = aBlock(136, { 8: 'HP Büro', 104: 0x400, 124: 0x10, 128: 3 });
    expect(parsePrinters(block, 1)).toEqual([
      { name: 'HP Büro', status: 0x10, isOffline: true, jobs: 3 },
    ]);
  });

  it('is memory, power and a process', () => {
    const memory = Buffer.alloc(64);
    memory.writeBigUInt64LE(16_000n, 8);
    memory.writeBigUInt64LE(4_000n, 16);
    memory.writeBigUInt64LE(20_000n, 24);
    expect(parseMemoryStatus(memory)).toEqual({
      total: 16_000,
      available: 4_000,
      commitLimit: 20_000,
    });
    const power = (mains: number, flag: number, percent: number) =>
      parsePowerStatus(Buffer.from([mains, flag, percent, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
    expect(power(1, 9, 80)).toEqual({
      hasBattery: true,
      charge: 80,
      isCharging: true,
      onMains: true,
    });
    expect(power(1, 128, 255)).toMatchObject({ hasBattery: false, charge: null });
    expect(power(255, 255, 255)).toMatchObject({
      hasBattery: null,
      charge: null,
      isCharging: false,
    });
    const entry = Buffer.alloc(568);
    entry.writeUInt32LE(4711, 8);
    entry.writeUInt32LE(1, 32);
    entry.write('büro.exe', 44, 'utf16le');
    expect(parseProcessEntry(entry)).toEqual({ pid: 4711, parent: 1, name: 'büro.exe' });
  });

  it('is a share of a processor only for one and the same process', () => {
    const usage = (ticks: number | null, created = 1) => ({ bytes: 1, ticks, created });
    expect(shareOf(usage(0), usage(2_500_000), 5_000_000)).toBe(50);
    expect(shareOf(usage(0), usage(2_500_000, 2), 5_000_000)).toBeNull();
    expect(shareOf(usage(null), usage(1), 5_000_000)).toBeNull();
    expect(shareOf(undefined, usage(1), 5_000_000)).toBeNull();
    expect(shareOf(usage(0), usage(1), 0)).toBeNull();
  });

  it('is a routing table', () => {
    const addresses = Buffer.alloc(4 + 24);
    addresses.writeUInt32LE(1, 0);
    addresses.set([192, 168, 1, 20], 4);
    addresses.writeUInt32LE(7, 8);
    const table = Buffer.alloc(4 + 2 * 56);
    table.writeUInt32LE(2, 0);
    table.set([192, 168, 1, 1], 4 + 12);
    table.writeUInt32LE(7, 4 + 16);
    table.writeUInt32LE(25, 4 + 36);
    table.set([192, 168, 1, 0], 60);
    table.set([255, 255, 255, 0], 64);
    table.set([192, 168, 1, 20], 60 + 12);
    table.writeUInt32LE(7, 60 + 16);
    expect(parseRoutes(table, parseAddresses(addresses))).toEqual([
      { destination: '0.0.0.0/0', nextHop: '192.168.1.1', address: '192.168.1.20', metric: 25 },
      { destination: '192.168.1.0/24', nextHop: null, address: '192.168.1.20', metric: 0 },
    ]);
    // A count that lies.
    table.writeUInt32LE(4_000_000_000, 0);
    expect(parseRoutes(table, new Map())).toHaveLength(2);
  });

  it.each([
    [0, 0],
    [0xffffff00, 24],
    [0xffffffff, 32],
    [0xff00ff00, undefined],
  ])('mask %p has %p bits', (mask, bits) => {
    expect(maskBits(mask)).toBe(bits);
  });

  it('is a wireless connection', () => {
    const attributes = Buffer.alloc(604);
    attributes.writeUInt32LE(7, 520);
    attributes.write('Café ☕'.slice(0, 5), 524, 'utf8');
    attributes.writeUInt32LE(6, 520);
    attributes.writeUInt32LE(83, 576);
    expect(parseConnection(attributes, Buffer.from([36, 0, 0, 0]))).toEqual({
      connected: true,
      ssid: 'Café ',
      signal: 83,
      channel: 36,
    });
    expect(() => parseConnection(attributes.subarray(0, 100), Buffer.alloc(4))).toThrow(
      'unknown form',
    );
  });

  it('is a set of drives', () => {
    expect(lettersOf(0b1_0000_0000_0000_0000_0000_1100)).toEqual(['C', 'D', 'Y']);
  });
});

describe('the short-lived child', () => {
  it('prints a line for each part, failures with their reason', async () => {
    const broken: NativeLibrary = {
      load: () => ({ func: () => () => 0 }),
      address: () => 0n,
      view: () => new ArrayBuffer(0),
    };
    const lines: string[] = [];
    await collectParts(
      ['power', 'nonsense', 'wifi'],
      () => broken,
      (line) => lines.push(line),
    );
    expect(lines.map(readPartLine)).toEqual([
      { kind: 'ready' },
      {
        kind: 'part',
        part: 'power',
        outcome: { reason: 'Windows does not say how it is powered' },
      },
      { kind: 'part', part: 'nonsense', outcome: { reason: 'there is no part named nonsense' } },
      {
        kind: 'part',
        part: 'wifi',
        outcome: { reason: 'the wireless service does not answer (error 0)' },
      },
    ]);
  });

  it('ends with words where the library cannot be loaded', async () => {
    const fail = (): never => {
      throw new Error('koffi.node is not here');
    };
    await expect(collectParts(['power'], fail, () => undefined)).rejects.toThrow('koffi.node');
  });
});

describe('the library beside the program', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kenny-library-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is laid there, and replaced when it is not the very same', async () => {
    const file = join(folder, 'koffi.node');
    placeLibrary(file, Buffer.from('good'));
    await writeFile(file, 'planted');
    placeLibrary(file, Buffer.from('good'));
    expect(await readFile(file, 'utf8')).toBe('good');
    expect(await readdir(folder)).toEqual(['koffi.node']);
  });
});
