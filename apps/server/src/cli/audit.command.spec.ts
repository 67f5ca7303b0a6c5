import { exportCutWords } from '@kenny/contract/client';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ATTACK, DEFUSED, aVerdict } from '../../test/cli-answers.js';
import { CliWorld, FixtureServer, refusal } from '../../test/cli-world.js';
import { tempDirs } from '../../test/temp-dir.js';

const tempDir = tempDirs();
let world: CliWorld;
let server: FixtureServer;

beforeEach(async () => {
  world = new CliWorld(tempDir());
  server = await new FixtureServer(() => world.clock.now()).listen();
  world.env = { KENNY_URL: server.url, KENNY_TOKEN: 'kny_test' };
});
afterEach(() => server.close());

describe('kenny audit verify', () => {
  it('says what was proven and what was not', async () => {
    server.on('GET /api/audit/verify', { body: aVerdict() });
    const { code, out } = await world.run('audit', 'verify');
    expect(code).toBe(0);
    expect(out).toContain('intact: 12 rows of chain b82b5505');
    expect(out).toContain('Proven: rows 1 to 10, by signed checkpoints');
    expect(out).toContain(
      'Not proven:\n  - 2 rows after the last checkpoint\n  - A row that was never',
    );
  });

  it('does not claim more than there is', async () => {
    server.on('GET /api/audit/verify', { body: aVerdict({ proven_to: 0, rows: 1, unproven: 1 }) });
    const { out } = await world.run('audit', 'verify');
    expect(out).toContain('Proven: nothing');
    expect(out).toContain('- 1 row after');
  });

  it('names the rows that the audit log itself says were never written, and is content', async () => {
    const [from, to] = ['2026-06-04T12:00:00.000Z', '2026-06-04T12:00:45.000Z'];
    const unrecorded = [{ seq: 7, count: 19_479, from, to }];
    server.on('GET /api/audit/verify', { body: aVerdict({ unrecorded }) });
    const { code, out } = await world.run('audit', 'verify');
    expect(code).toBe(0);
    expect(out).toContain(`Not recorded, because nothing could hold it`);
    expect(out).toContain(`- row 7: 19479 rows from ${from} to ${to}`);
  });

  const broken = aVerdict({
    ok: false,
    more: true,
    findings: [{ kind: 'changed', seq: 3, message: `Row 3 was changed ${ATTACK}` }],
  });

  it('names what is broken and exits with 1', async () => {
    server.on('GET /api/audit/verify', { body: broken });
    const { code, out } = await world.run('audit', 'verify');
    expect(code).toBe(1);
    expect(out).toContain('BROKEN');
    expect(out).toContain(`changed: Row 3 was changed ${DEFUSED}`);
    expect(out).toContain('and more');
  });

  it('exits with 1 as JSON as well', async () => {
    const raw = JSON.stringify(broken);
    server.on('GET /api/audit/verify', { body: raw });
    expect(await world.run('audit', 'verify', '--json')).toEqual({
      code: 1,
      out: `${raw}\n`,
      err: '',
    });
  });
});

describe('kenny audit export', () => {
  const ROWS = Array.from(
    { length: 3_000 },
    (_, at) => `{"seq":${at + 1},"args":"${'x'.repeat(90)}"}\n`,
  );

  it('writes the rows to standard output as they are', async () => {
    server.on('GET /api/audit/export', { body: ROWS.join('') });
    expect(await world.run('audit', 'export')).toEqual({ code: 0, out: ROWS.join(''), err: '' });
    expect(server.asked[0]?.path).toBe('/api/audit/export?format=jsonl');
  });

  it('writes a file that only its owner can read, whole', async () => {
    server.on('GET /api/audit/export', { body: ROWS.join('') });
    const words = ['--output', 'audit.csv', '--format', 'csv', '--from', '2026-06-01T00:00:00Z'];
    const { code, out, err } = await world.run('audit', 'export', ...words, '--agent', 'pc1');
    const file = join(world.home, 'audit.csv');
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toContain(file);
    expect(readFileSync(file, 'utf8')).toBe(ROWS.join(''));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(world.home)).toEqual(['audit.csv']);
    expect(server.asked[0]?.path).toBe(
      '/api/audit/export?format=csv&from=2026-06-01T00%3A00%3A00Z&agent_id=pc1',
    );
  });

  it('says on standard error that rows are missing, and how to get them', async () => {
    const body = `${ROWS.join('')}{"cut":"${exportCutWords({ rows: 3_000, after: 3_017 })}"}\n`;
    server.on('GET /api/audit/export', { body });
    for (const words of [[], ['--output', 'audit.jsonl']]) {
      const { code, err } = await world.run('audit', 'export', ...words);
      expect(code).toBe(0);
      expect(err).toContain('not all rows: the export was cut after 3000');
      expect(err).toContain('--after 3017');
    }
    expect(readFileSync(join(world.home, 'audit.jsonl'), 'utf8')).toBe(body);
    await world.run('audit', 'export', '--after', '3017', '--limit', '10');
    expect(server.asked.at(-1)?.path).toBe('/api/audit/export?format=jsonl&after=3017&limit=10');
    expect((await world.run('audit', 'export', '--limit', '100001')).code).toBe(2);
  });

  it('never writes over a file', async () => {
    const file = join(world.home, 'audit.jsonl');
    writeFileSync(file, 'mine');
    const { code, err } = await world.run('audit', 'export', '--output', 'audit.jsonl');
    expect(code).toBe(1);
    expect(err).toContain('already exists');
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(server.asked).toEqual([]);
  });

  it('leaves nothing under the name when the server breaks off', async () => {
    server.on('GET /api/audit/export', (_asked, response) => {
      response.writeHead(200, { 'content-length': '100000' });
      response.write(ROWS[0], () => response.destroy());
      return Promise.resolve(undefined);
    });
    const { code, err } = await world.run('audit', 'export', '--output', 'audit.jsonl');
    expect(code).toBe(4);
    expect(err).toContain('closed the connection');
    expect(readdirSync(world.home)).toEqual([]);
  });

  it('says why a file cannot be written', async () => {
    server.on('GET /api/audit/export', { body: ROWS.join('') });
    const { code, err } = await world.run('audit', 'export', '--output', 'no/such/folder.jsonl');
    expect(code).toBe(1);
    expect(err).toContain('there is no such file or folder');
  });

  it('passes a refusal on, and makes no file', async () => {
    server.on('GET /api/audit/export', refusal(403, 'forbidden', 'Not for you.'));
    expect((await world.run('audit', 'export', '--output', 'a')).code).toBe(3);
    expect(existsSync(join(world.home, 'a'))).toBe(false);
  });

  it('lets nothing in the audit log move the cursor of a terminal', async () => {
    server.on('GET /api/audit/export', { body: '{"name":"\u009b2J\u202e"}\n' });
    const { out } = await world.atTerminal().run('audit', 'export');
    expect(out).toBe('{"name":"\\u009b2J\\u202e"}\n');
  });

  it('ends without a word when nobody reads any more', async () => {
    let begun = () => {};
    const beginning = new Promise<void>((resolve) => (begun = resolve));
    server.on('GET /api/audit/export', (_asked, response) => {
      response.writeHead(200);
      response.write(ROWS[0], begun);
      return Promise.resolve(undefined);
    });
    const run = world.run('audit', 'export');
    await beginning;
    await world.out.said('{"seq":1');
    world.unread.abort(Object.assign(new Error('write'), { code: 'EPIPE' }));
    expect(await run).toMatchObject({ code: 0, err: '' });
  });

  it('knows no other format', async () => {
    const { code, err } = await world.run('audit', 'export', '--format', 'xml');
    expect(code).toBe(2);
    expect(err).toContain('Allowed choices are jsonl, csv');
  });
});
