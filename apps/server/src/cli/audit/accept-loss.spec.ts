import type { AuditLoss } from '@kenny/contract';
import { CliWorld, FixtureServer } from '../../../test/cli-world.js';
import { tempDirs } from '../../../test/temp-dir.js';

const tempDir = tempDirs();
const LOSS: AuditLoss = {
  kept: { seq: 120, sha256: 'a'.repeat(64), at: '2026-07-01T11:58:00.000Z' },
  lost: { seq: 164, sha256: 'b'.repeat(64), at: '2026-07-01T12:30:00.000Z' },
  missing: 44,
  message: 'The database was set back to an earlier state.',
};
const DONE = { row: 122, expired: 2, lapsed: 0, unknown: 1, sessions: 3 };

describe('kenny audit accept-loss', () => {
  let world: CliWorld;
  let server: FixtureServer;
  beforeEach(async () => {
    world = new CliWorld(tempDir());
    server = await new FixtureServer(() => world.clock.now()).listen();
    world.env = { KENNY_URL: server.url, KENNY_TOKEN: 'kny_test' };
  });
  afterEach(() => server.close());

  const posted = () => server.asked.filter(({ method }) => method === 'POST');

  it('shows both ends and what is missing before it asks', async () => {
    server.on('GET /api/audit/loss', { body: { loss: LOSS } });
    const running = world.atTerminal().run('audit', 'accept-loss');
    await world.err.said('[y/N]');
    world.keyboard.write('n\r');
    const { code, err } = await running;
    expect(code).toBe(5);
    expect(err).toContain('up to row 120 of 2026-07-01T11:58:00.000Z (aaaaaaaaaaaaaaaa)');
    expect(err).toContain('up to row 164 of 2026-07-01T12:30:00.000Z (bbbbbbbbbbbbbbbb)');
    expect(err).toContain('at least 44');
    expect(err).toMatch(/tokens, PCs, rules.* Tokens revoked after it work again/s);
    expect(posted()).toEqual([]);
  });

  it('accepts exactly what it showed', async () => {
    server.on('GET /api/audit/loss', { body: { loss: LOSS } });
    server.on('POST /api/audit/loss', { body: DONE });
    const { code, out } = await world.run('audit', 'accept-loss', '--yes');
    expect(code).toBe(0);
    expect(out).toContain('Row 122 of the audit log says so.');
    const shown = { kept_sha256: LOSS.kept.sha256, lost_sha256: LOSS.lost.sha256 };
    expect(posted().map(({ body }) => body)).toEqual([shown]);
  });

  it('needs --yes where nobody can answer', async () => {
    server.on('GET /api/audit/loss', { body: { loss: LOSS } });
    const { code, err } = await world.run('audit', 'accept-loss');
    expect(code).toBe(2);
    expect(err).toContain('--yes');
    expect(posted()).toEqual([]);
  });

  it('does nothing where nothing is missing', async () => {
    server.on('GET /api/audit/loss', { body: { loss: null } });
    expect(await world.run('audit', 'accept-loss', '--yes')).toMatchObject({
      code: 0,
      out: expect.stringContaining('No row is missing') as string,
    });
  });
});
