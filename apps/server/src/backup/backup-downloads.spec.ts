import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { asking, SettingsWorld } from '../../test/settings-world.js';
import { tempDirs } from '../../test/temp-dir.js';
import { DownloadedCopy } from '../settings/index.js';
import { readArchive } from './archive/read-archive.js';
import { writeArchive } from './archive/write-archive.js';
import { BackupDownloads } from './backup-downloads.js';

const newDir = tempDirs();
const NAME = 'kenny-20261126T030000Z-daily.tar.gz';
const PASSPHRASE = 'four small rusty anchors';
const ADMIN = asking('anna', { scope: 'admin' });

let world: SettingsWorld;
let copies: DownloadedCopy;
let downloads: BackupDownloads;
let dir: string;

beforeEach(async () => {
  world = await SettingsWorld.start(newDir());
  dir = newDir();
  const { reads, writer } = world.database;
  copies = new DownloadedCopy(reads, writer, world.clock);
  const backup = { daily: true, dir, beforeUpgrade: true, recipients: [], bucket: null };
  downloads = new BackupDownloads({ backup }, world.clock, writer, world.audit, copies);
  await written(NAME);
});
afterEach(() => world.stop());

async function written(name: string): Promise<void> {
  const from = Buffer.from('rows');
  await writeArchive({
    file: join(dir, name),
    parts: [{ name: 'kenny.sqlite', size: from.length, from }],
    manifest: {
      ...{ format: 'kenny-backup-1', made_at: '2026-11-26T03:00:00.000Z', kenny: '0.1.0' },
      ...{ node: '20.19.0', database: 'sqlite', chain: 'c' },
      audit_head: { seq: 1, sha256: 'a' },
      server_key: { fingerprint: 'f', inside: true },
    },
    recipients: [],
    onBytes: () => Promise.resolve(),
    signal: new AbortController().signal,
  });
}

async function ordered(passphrase?: string) {
  const order = await downloads.order(ADMIN, NAME, passphrase === undefined ? {} : { passphrase });
  return { ...order, ticket: order.path.split('/').at(-1) ?? '' };
}

describe('a backup that an admin downloads', () => {
  it('arrives byte by byte as it lies there, under its own name, and once', async () => {
    const { ticket, name } = await ordered();
    const copy = await downloads.fetch(ADMIN, ticket);
    const bytes = await buffer(copy.content);
    expect([name, copy.name, copy.bytes]).toEqual([NAME, NAME, bytes.length]);
    expect(bytes.equals(readFileSync(join(dir, NAME)))).toBe(true);
    await expect(downloads.fetch(ADMIN, ticket)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is in the audit log before its first byte leaves: who, which, and whether it is open', async () => {
    const { ticket } = await ordered();
    expect(world.audit.rows).toEqual([]);
    const { content } = await downloads.fetch(ADMIN, ticket);
    expect(world.audit.rows).toEqual([
      expect.objectContaining({
        ...{ kind: 'export', target: 'backup_download', ok: true },
        actor: { kind: 'operator', id: 'anna', name: 'anna' },
        args: { file: NAME, encrypted: false },
      }),
    ]);
    content.destroy();
  });

  it('is encrypted with a passphrase, as age does it, and opens with no other', async () => {
    const { ticket, name } = await ordered(PASSPHRASE);
    const copy = await downloads.fetch(ADMIN, ticket);
    expect([name, copy.name, copy.bytes]).toEqual([`${NAME}.age`, `${NAME}.age`, null]);
    expect(world.audit.rows).toMatchObject([{ args: { file: NAME, encrypted: true } }]);
    const file = join(dir, 'copy.age');
    writeFileSync(file, await buffer(copy.content));
    expect(readFileSync(file, 'latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt /);
    const { parts } = await readArchive({ file, identities: [], passphrase: PASSPHRASE });
    expect(parts.map((part) => part.name)).toEqual(['kenny.sqlite']);
    await expect(
      readArchive({ file, identities: [], passphrase: 'another passphrase' }),
    ).rejects.toThrow('this passphrase does not open it');
    await expect(readArchive({ file, identities: [] })).rejects.toThrow('--passphrase');
  });

  it('is for admins alone, and for nobody with another token', async () => {
    await expect(downloads.order(asking('bert'), NAME, {})).rejects.toMatchObject({
      code: 'forbidden',
    });
    const { ticket } = await ordered();
    const carl = asking('carl', { scope: 'admin' });
    await expect(downloads.fetch(carl, ticket)).rejects.toMatchObject({ code: 'not_found' });
    expect(world.audit.rows).toEqual([]);
  });

  it('is no longer to be had after a minute', async () => {
    const { ticket } = await ordered();
    downloads.mustBeGood(ADMIN, ticket);
    world.clock.advance(60_000);
    expect(() => downloads.mustBeGood(ADMIN, ticket)).toThrow('Press Download again');
    await expect(downloads.fetch(ADMIN, ticket)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('leaves no passphrase in memory when nobody fetches it, nor when the server stops', async () => {
    const memory = () => inspect(downloads['tickets'], { depth: 5 });
    await ordered(PASSPHRASE);
    expect(memory()).toContain(PASSPHRASE);
    world.clock.advance(60_000);
    expect(memory()).not.toContain(PASSPHRASE);
    await ordered(PASSPHRASE);
    downloads.onModuleDestroy();
    expect(memory()).not.toContain(PASSPHRASE);
  });

  it('is refused in plain words when it is gone, before and after it was asked for', async () => {
    const { ticket } = await ordered();
    rmSync(join(dir, NAME));
    const gone = { code: 'not_found', message: expect.stringContaining('was deleted') as string };
    await expect(downloads.fetch(ADMIN, ticket)).rejects.toMatchObject(gone);
    await expect(ordered()).rejects.toMatchObject(gone);
    for (const name of ['..', 'kenny.sqlite', `${NAME}.part`]) {
      await expect(downloads.order(ADMIN, name, {})).rejects.toMatchObject(gone);
    }
    expect(world.audit.rows).toEqual([]);
  });

  it('is refused when it is damaged', async () => {
    const bytes = readFileSync(join(dir, NAME));
    writeFileSync(join(dir, NAME), bytes.subarray(0, bytes.length / 2));
    await expect(ordered()).rejects.toMatchObject({
      ...{ code: 'conflict', message: expect.stringContaining('is damaged') as string },
    });
  });

  it('takes no passphrase when it is encrypted already', async () => {
    const sealed = `${NAME}.age`;
    writeFileSync(join(dir, sealed), 'age-encryption.org/v1\n…');
    await expect(downloads.order(ADMIN, sealed, { passphrase: PASSPHRASE })).rejects.toMatchObject({
      code: 'validation',
    });
    expect((await downloads.order(ADMIN, sealed, {})).name).toBe(sealed);
  });

  it('does not fill the memory of the server with downloads that nobody fetches', async () => {
    for (let i = 0; i < 20; i += 1) await ordered();
    const whole = readFileSync(join(dir, NAME));
    writeFileSync(join(dir, NAME), 'damaged');
    // Refused without a look at the file.
    await expect(ordered()).rejects.toMatchObject({ code: 'rate_limited' });
    writeFileSync(join(dir, NAME), whole);
    world.clock.advance(60_000);
    expect((await ordered()).expires_in_s).toBe(60);
  });
});

it('checks one backup at a time, and says so to whoever asks meanwhile', async () => {
  const first = ordered();
  await expect(ordered()).rejects.toMatchObject({
    ...{ code: 'rate_limited', message: expect.stringContaining('still checking') as string },
  });
  await first;
  expect((await ordered()).expires_in_s).toBe(60);
});

describe('the newest copy that somebody has', () => {
  it('is known once it has arrived, outlasts a restart, and an older one changes only when', async () => {
    const { ticket } = await ordered();
    const { content, arrived } = await downloads.fetch(ADMIN, ticket);
    await buffer(content);
    expect(copies.current).toBeNull();
    await arrived();
    expect(copies.current).toMatchObject({ name: NAME, made_at: '2026-11-26T03:00:00.000Z' });
    const { reads, writer } = world.database;
    const again = new DownloadedCopy(reads, writer, world.clock);
    await again.onModuleInit();
    expect(again.current).toEqual(copies.current);
    world.clock.advance(1_000);
    await again.note('kenny-20261125T030000Z-daily.tar.gz', Date.parse('2026-11-25T03:00:00Z'));
    // A page that waits for its download sees that it has arrived.
    const downloaded_at = new Date(world.clock.now()).toISOString();
    expect(again.current).toEqual({ ...copies.current, downloaded_at });
  });
});
