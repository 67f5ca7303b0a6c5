import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shareByTailscale } from './tailscale.mjs';

const NAME = 'kenny-pc.tail1234.ts.net';
const STATUS = 'status --json';
const CONFIG = 'serve status --json';
const SERVE = 'serve --bg 8000';

interface Answer {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly code?: number;
}
const json = (value: unknown): Answer => ({ stdout: JSON.stringify(value) });
const RUNNING = {
  BackendState: 'Running',
  Self: { DNSName: `${NAME}.` },
  CertDomains: [NAME] as string[] | null,
};
const shared = (handlers: object, more: object = {}) =>
  json({
    TCP: { '443': { HTTPS: true } },
    Web: { [`${NAME}:443`]: { Handlers: handlers } },
    ...more,
  });
const READY = {
  [STATUS]: json(RUNNING),
  [CONFIG]: json(null),
  [SERVE]: { stdout: `Available within your tailnet:\n\nhttps://${NAME}/\n` },
};
const DENIED = {
  stderr: "sending serve config: Access denied: serve config denied\n\nUse 'sudo tailscale serve'.",
  code: 1,
};

describe('npm start -- --tailscale', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kenny-tailscale-'));
  const notes = join(folder, 'notes');
  const ran = () => readFileSync(notes, 'utf8').split('\n').filter(Boolean);
  afterAll(() => rmSync(folder, { recursive: true }));
  let shown: jest.SpyInstance;
  beforeEach(() => {
    shown = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  });
  afterEach(() => shown.mockRestore());

  /** A `tailscale` in PATH that knows these command lines; any other ends with 99 and says so. */
  function installed(answers: Record<string, Answer>): void {
    writeFileSync(notes, '');
    writeFileSync(
      join(folder, 'tailscale'),
      `#!${process.execPath}
const asked = process.argv.slice(2).join(' ');
require('node:fs').appendFileSync(${JSON.stringify(notes)}, asked + '\\n');
const answer = ${JSON.stringify(answers)}[asked];
if (!answer) { process.stderr.write('nobody told this tailscale to answer: ' + asked); process.exit(99); }
process.stdout.write(answer.stdout ?? '');
process.stderr.write(answer.stderr ?? '');
process.exitCode = answer.code ?? 0;
`,
      { mode: 0o755 },
    );
  }
  const share = (env: Record<string, string> = {}) => shareByTailscale({ PATH: folder, ...env });

  it('has Tailscale lead its name to kenny, and gives the server that name', async () => {
    installed(READY);
    expect(await share()).toEqual({
      KENNY_PUBLIC_URL: `https://${NAME}`,
      KENNY_TRUST_PROXY: '127.0.0.1',
    });
    expect(ran()).toEqual([STATUS, CONFIG, SERVE]);
  });

  it('takes the port that kenny is started with', async () => {
    installed({ ...READY, 'serve --bg 8123': {} });
    await share({ KENNY_PORT: '8123' });
    expect(ran()).toEqual([STATUS, CONFIG, 'serve --bg 8123']);
  });

  it('shows what Tailscale prints meanwhile: it may be an address to open', async () => {
    installed(READY);
    await share();
    expect(shown.mock.calls.join('')).toContain('Available within your tailnet');
  });

  it('needs no administrator the next time', async () => {
    installed({
      ...READY,
      [CONFIG]: shared({ '/': { Proxy: 'http://127.0.0.1:8000' } }),
      [SERVE]: DENIED,
    });
    expect(await share()).toMatchObject({ KENNY_PUBLIC_URL: `https://${NAME}` });
    expect(ran()).toEqual([STATUS, CONFIG]);
  });

  it.each([
    [
      'does not run',
      { [STATUS]: { stderr: 'failed to connect to local tailscaled', code: 1 } },
      'sudo systemctl start tailscaled',
    ],
    [
      'is not logged in',
      { [STATUS]: json({ ...RUNNING, BackendState: 'NeedsLogin' }) },
      'sudo tailscale up',
    ],
    ['is off', { [STATUS]: json({ ...RUNNING, BackendState: 'Stopped' }) }, 'sudo tailscale up'],
    [
      'waits for approval',
      { [STATUS]: json({ ...RUNNING, BackendState: 'NeedsMachineAuth' }) },
      'https://login.tailscale.com/admin/machines',
    ],
    [
      'has no certificates',
      { [STATUS]: json({ ...RUNNING, CertDomains: null }) },
      'https://login.tailscale.com/admin/dns',
    ],
    ['refuses without root', { [SERVE]: DENIED }, 'sudo tailscale serve --bg 8000'],
    [
      'fails in another way',
      { [SERVE]: { stderr: 'no', code: 1 } },
      'sudo tailscale serve --bg 8000',
    ],
    [
      'shares something else',
      { [CONFIG]: shared({ '/': { Proxy: 'http://127.0.0.1:3000' } }) },
      'sudo tailscale serve --https=443 off',
    ],
    [
      'shares something beside it, whose pages could act as kenny’s',
      { [CONFIG]: shared({ '/': { Proxy: 'http://127.0.0.1:8000' }, '/x': { Path: '/srv' } }) },
      'sudo tailscale serve --https=443 off',
    ],
    [
      'passes on what comes as it is',
      { [CONFIG]: json({ TCP: { '443': { TCPForward: '127.0.0.1:3000' } } }) },
      'sudo tailscale serve --https=443 off',
    ],
    [
      'shows it to the whole internet',
      {
        [CONFIG]: shared(
          { '/': { Proxy: 'http://127.0.0.1:8000' } },
          { AllowFunnel: { [`${NAME}:443`]: true } },
        ),
      },
      'sudo tailscale funnel --https=443 off',
    ],
  ] as [string, Record<string, Answer>, string][])(
    'says what to type when Tailscale %s',
    async (_, answers, line) => {
      installed({ ...READY, ...answers });
      const words = await share().catch((error: Error) => error.message);
      expect(words).toContain(line);
      expect(words).toContain('npm start -- --tailscale');
      expect(ran().includes(SERVE)).toBe(SERVE in answers);
    },
  );

  it.each(['KENNY_PUBLIC_URL', 'KENNY_TRUST_PROXY', 'KENNY_TLS_CERT'])(
    'does nothing beside an address that was given by %s',
    async (name) => {
      installed(READY);
      await expect(share({ [name]: 'x' })).rejects.toThrow(`leave out ${name}`);
      expect(ran()).toEqual([]);
    },
  );

  const start = (...options: string[]) =>
    spawnSync(process.execPath, [join(process.cwd(), 'tools/run/start.mjs'), ...options], {
      env: { PATH: join(folder, 'nothing-here') },
      encoding: 'utf8',
    });

  it('says before anything is built that Tailscale is not installed, and how to get it', () => {
    const { status, stderr } = start('--tailscale');
    expect(stderr).toMatch(/^Tailscale is not installed .*\n\n {4}curl -fsSL https:\S+ \| sh\n/);
    expect(status).toBe(1);
  });

  it.each([['--tailscal'], ['--demo', '--tailscale']])('knows one option, not %s', (...options) => {
    const { status, stderr } = start(...options);
    expect(stderr).toContain('npm start -- --tailscale');
    expect(status).toBe(2);
  });
});
