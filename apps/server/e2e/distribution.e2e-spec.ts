import {
  API_PATHS,
  INSTALLER_NONCE_PATTERN,
  type EnrollmentIssued,
  type ErrorBody,
  type InstallerIssued,
} from '@kenny/contract';
import { serverSignatures } from '@kenny/handshake/server';
import { FakeClock, unzip } from '@kenny/testing';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { AgentKeys } from '../src/auth/index.js';
import { ENROLMENT_MS } from '../src/auth/agents/enrolment-rules.js';
import { PACKAGES_FOLDER, type PackagesFolder } from '../src/distribution/index.js';
import { zip } from '../src/distribution/zip.js';
import { ServerIdentity } from '../src/config/index.js';
import { aPackage } from '../test/a-package.js';
import { AServer } from '../test/a-server.js';
import { tempDirs } from '../test/temp-dir.js';
import { seedOf } from '../test/tunnel-world.js';

const newDir = tempDirs();
const PUBLIC_URL = 'https://kenny.example';
const ARCHIVE = 'what a PC is installed from';
const clock = new FakeClock();
let server: AServer;
let pcs = 0;
let pc: string;

beforeAll(async () => {
  server = await AServer.start({
    dataDir: newDir(),
    clock,
    env: { KENNY_PUBLIC_URL: PUBLIC_URL },
  });
  await aPackage(server.app.get<PackagesFolder>(PACKAGES_FOLDER), ARCHIVE);
});
afterAll(() => server.stop());
beforeEach(async () => {
  pc = `pc${(pcs += 1)}`;
  await server.http('POST', API_PATHS.agents, { agent_id: pc });
});

async function link(os = 'linux'): Promise<InstallerIssued & { path: string }> {
  const { body } = await server.http<InstallerIssued>('POST', API_PATHS.agentInstaller(pc), { os });
  return { ...body, path: body.url.replace(PUBLIC_URL, '') };
}

const publicKey = (of: string): string =>
  serverSignatures().createSigner(seedOf(of)).publicKey.toString('base64');

/** What the script would do with its token. */
async function enrolBy(script: string, key = pc): Promise<number> {
  const [, token = ''] = /'(kny_[^']+)' >"\$work\/token"/.exec(script) ?? [];
  const body = { public_key: publicKey(key) };
  return (await server.http('POST', `/api/agents/${pc}/enroll`, body, token)).status;
}

async function scriptOf(path: string): Promise<string> {
  const { status, body } = await server.http<{ text: string }>(
    'GET',
    `${path}/install.sh`,
    undefined,
    null,
  );
  expect(status).toBe(200);
  return body.text;
}

/** The codes that the page, the script, the file and the package answer with. */
async function codes(path: string): Promise<string[]> {
  const page = await server.http<{ text: string }>('GET', path, undefined, null);
  const rest = await Promise.all(
    [['GET', `${path}/install.sh`] as const, ['GET', `${path}/package`] as const].map(
      ([method, address]) => server.http<Partial<ErrorBody>>(method, address, undefined, null),
    ),
  );
  const file = await server.http<Partial<ErrorBody>>('POST', path, undefined, null);
  return [
    `${page.status}${page.body.text.includes('does not work') ? ' over' : ''}`,
    ...[...rest, file].map(({ status, body }) => `${status} ${body.error?.code ?? ''}`.trim()),
  ];
}
const WORKS = ['200', '200', '200', '200'];
const IS_OVER = ['404 over', '404 not_found', '404 not_found', '404 not_found'];

describe('an installer link', () => {
  it('is built from the public address, with a line to type and its end', async () => {
    const { url, command, expires_at, os, agent_id } = await link();
    const [, nonce = ''] = /^https:\/\/kenny\.example\/d\/(.+)$/.exec(url) ?? [];
    expect(nonce).toMatch(new RegExp(INSTALLER_NONCE_PATTERN));
    expect(command).toBe(`curl -fsSL '${url}/install.sh' | sudo sh`);
    expect(Date.parse(expires_at)).toBe(clock.now() + ENROLMENT_MS);
    expect([os, agent_id]).toEqual(['linux', pc]);
  });

  it('has a short address to type, which leads to it until a PC has enrolled', async () => {
    const issued = await link();
    const { pathname } = new URL(issued.short_url);
    expect(issued.short_url).toMatch(/^https:\/\/kenny\.example\/i\/[A-HJKMNP-Z]{6}$/);
    const typed = async () =>
      server.http<{ text: string }>('GET', pathname.toLowerCase(), undefined, null);
    const found = await typed();
    expect([found.status, found.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(found.body.text).toContain(`<form method="post" action="${issued.path}">`);
    expect(await enrolBy(await scriptOf(issued.path))).toBe(200);
    const over = await typed();
    expect(over.status).toBe(404);
    expect(over.body.text).toContain('does not work');
  });

  it('keeps whoever guesses codes from going on, even with a right one', async () => {
    const { short_url } = await link();
    const status = async (path: string) => (await server.http('GET', path, undefined, null)).status;
    const right = new URL(short_url).pathname;
    const wrong: number[] = [];
    for (let i = 0; i < 11; i += 1) wrong.push(await status('/i/OOOOOO'));
    expect(wrong.at(-1)).toBe(429);
    expect(await status(right)).toBe(429);
    clock.advance(5 * 60_000);
    expect(await status(right)).toBe(200);
  });

  it('shows a page that can do nothing but send its own form, and has one style: its own', async () => {
    const { path } = await link();
    const page = await server.http<{ text: string }>('GET', path, undefined, null);
    const [, style = ''] = /<style>([^<]+)<\/style>/.exec(page.body.text) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
        `style-src 'sha256-${hash}'; require-trusted-types-for 'script'`,
    );
    // Under "no-referrer" a browser would send the form with the Origin "null", which is refused.
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
    expect(page.body.text).toContain(`<form method="post" action="${path}">`);
    expect(page.body.text).not.toMatch(/<script|style=|href=|src=/);
  });

  it('gives out a script that every shell can read, with the pinned key and no secret in a command', async () => {
    const { path } = await link();
    const script = await scriptOf(path);
    execFileSync('/bin/sh', ['-n'], { input: script });
    expect(script).toContain(`--server 'wss://kenny.example/agent/ws' --agent-id '${pc}'`);
    expect(script).toContain(`--server-pubkey '${server.get(ServerIdentity).publicKey}'`);
    expect(script).toContain('--enroll-token-file "$work/token"');
    expect(script).not.toContain('--insecure');
    expect(script.trimEnd().split('\n').at(-1)).toBe('main "$@"');
    const file = await server.http<{ text: string }>('POST', path, undefined, null);
    expect(file.body.text).toBe(script);
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename=kenny-${pc}.sh`);
  });

  it('gives out the package as it lies there, with the checksum that the script compares', async () => {
    const { path } = await link();
    const answer = await fetch(`${server.url}${path}/package`);
    expect(answer.headers.get('content-type')).toBe('application/gzip');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.toString()).toBe(ARCHIVE);
    const sum = execFileSync('sha256sum', { input: bytes, encoding: 'utf8' }).slice(0, 64);
    expect(await scriptOf(path)).toContain(`= '${sum}' ]`);
  });

  it('is not used up by those who only look, and is by the one who enrols', async () => {
    const { path } = await link();
    for (let look = 0; look < 3; look += 1) expect(await codes(path)).toEqual(WORKS);
    expect(await enrolBy(await scriptOf(path))).toBe(200);
    expect(await codes(path)).toEqual(IS_OVER);
  });

  it('is over after a day, when another one is made, when the PC is re-keyed or removed', async () => {
    const first = await link();
    const second = await link();
    expect(await codes(first.path)).toEqual(IS_OVER);
    expect(await codes(second.path)).toEqual(WORKS);
    clock.advance(ENROLMENT_MS - 1);
    expect(await codes(second.path)).toEqual(WORKS);
    clock.advance(1);
    expect(await codes(second.path)).toEqual(IS_OVER);
    const third = await link();
    await server.http<EnrollmentIssued>('POST', API_PATHS.agentRekey(pc), { mode: 'rotate' });
    expect(await codes(third.path)).toEqual(IS_OVER);
    const fourth = await link();
    await server.http('DELETE', API_PATHS.agent(pc));
    expect(await codes(fourth.path)).toEqual(IS_OVER);
  });

  it('lets a PC that enrolled before keep its key until the new one signs', async () => {
    await enrolBy(await scriptOf((await link()).path));
    const again = await scriptOf((await link()).path);
    expect(await enrolBy(again)).toBe(409);
    expect(await enrolBy(again, `${pc}-new-key`)).toBe(200);
    const keys = server
      .get(AgentKeys)
      .keyFor(pc)
      ?.keys.map(({ public_key }) => public_key);
    expect(keys).toEqual([publicKey(pc), publicKey(`${pc}-new-key`)]);
  });

  it('is in the audit log: who made it, who fetched its script from where, and no secret', async () => {
    const { path } = await link();
    const script = await scriptOf(path);
    const rows = await server.audit(`agent_id=${pc}`);
    expect(rows.map(({ target, actor, args }) => [target, actor.kind, args])).toEqual([
      ['installer.script', 'agent', { address: '127.0.0.1' }],
      ['installer', 'operator', expect.objectContaining({ os: 'linux', mode: 'first' })],
      ['create', 'operator', expect.anything()],
    ]);
    const [, token = ''] = /'(kny_[^']+)'/.exec(script) ?? [];
    for (const secret of [token, path.slice(3)]) {
      expect(JSON.stringify(rows)).not.toContain(secret);
    }
  });

  it('is an admin’s to make, and only for a PC that is there', async () => {
    const made = await server.http<{ token: string }>('POST', '/api/tokens', {
      ...{ operator: { id: 'ben' }, name: 'x', scope: 'operator' },
    });
    const ask = (id: string, token: string) =>
      server.http<ErrorBody>('POST', API_PATHS.agentInstaller(id), { os: 'linux' }, token);
    expect((await ask(pc, made.body.token)).body.error.code).toBe('forbidden');
    expect((await ask('nobody', server.admin)).body.error.code).toBe('unknown_agent');
  });

  it('is not there for macOS yet', async () => {
    const { status, body } = await server.http<ErrorBody>('POST', API_PATHS.agentInstaller(pc), {
      os: 'macos',
    });
    expect([status, body.error.code]).toEqual([422, 'unsupported']);
  });

  it('takes no form of a foreign page', async () => {
    const { path } = await link();
    const send = (origin: string) =>
      fetch(server.url + path, { method: 'POST', headers: { origin } });
    expect((await send(PUBLIC_URL)).status).toBe(200);
    expect((await send('https://evil.example')).status).toBe(403);
  });
});

describe('an installer link for Windows', () => {
  const PROGRAM = { name: 'kenny-agent.exe', content: Buffer.alloc(3_000, 'MZ') };
  const folder = (): string => server.app.get<PackagesFolder>(PACKAGES_FOLDER);
  beforeAll(() => aPackage(folder(), zip([PROGRAM]), 'windows'));

  async function archive(path: string, method = 'GET'): Promise<Buffer> {
    const answer = await fetch(server.url + path, { method });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="kenny-${pc}.zip"`,
    );
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
    return bytes;
  }

  /** What `install.cmd` hands to the agent. */
  function settingsOf(bytes: Buffer): Record<string, string> {
    const [, file] = unzip(bytes);
    return JSON.parse(String(file?.content)) as Record<string, string>;
  }

  it('gives out the package with the settings of this PC, on the page and for the line', async () => {
    const { path, command } = await link('windows');
    const [posted, fetched] = [await archive(path, 'POST'), await archive(`${path}/package`)];
    expect(posted.equals(fetched)).toBe(true);
    expect(unzip(posted).map(({ name }) => name)).toEqual([
      PROGRAM.name,
      'kenny-agent.config.json',
    ]);
    expect(unzip(posted)[0]).toEqual(PROGRAM);
    expect(settingsOf(posted)).toEqual({
      server: 'wss://kenny.example/agent/ws',
      agent_id: pc,
      server_pubkey: server.get(ServerIdentity).publicKey,
      enroll_token: expect.stringMatching(/^kny_/) as unknown,
    });
    expect(command).toBe(
      'cmd /c "cd /d %USERPROFILE% & mkdir kenny-setup & cd kenny-setup && ' +
        `curl -fsSL -o kenny.zip ${PUBLIC_URL}${path}/package && ` +
        'tar -xf kenny.zip && install.cmd"',
    );
  });

  it('shows a page for Windows, and has no script for a shell', async () => {
    const { path } = await link('windows');
    const page = await server.http<{ text: string }>('GET', path, undefined, null);
    expect(page.body.text).toContain('one Windows PC');
    expect(page.body.text).toContain('install.cmd');
    expect(page.body.text).toContain('Windows protected your PC');
    expect(page.body.text).not.toContain('sudo');
    const script = await server.http<ErrorBody>('GET', `${path}/install.sh`, undefined, null);
    expect([script.status, script.body.error.code]).toEqual([404, 'not_found']);
    expect(script.body.error.message).toContain('Windows');
  });

  it('is used up by the enrolment with its token, and is in the audit log without it', async () => {
    const { path } = await link('windows');
    const { enroll_token = '' } = settingsOf(await archive(path, 'POST'));
    const rows = await server.audit(`agent_id=${pc}`);
    expect(rows[0]).toMatchObject({ target: 'installer.archive', args: { address: '127.0.0.1' } });
    expect(JSON.stringify(rows)).not.toContain(enroll_token);
    const body = { public_key: publicKey(pc) };
    expect((await server.http('POST', `/api/agents/${pc}/enroll`, body, enroll_token)).status).toBe(
      200,
    );
    expect((await fetch(`${server.url}${path}/package`)).status).toBe(404);
  });

  it('says what to run when its package is damaged', async () => {
    const { path } = await link('windows');
    await aPackage(folder(), 'half an archive', 'windows');
    const answer = await server.http<ErrorBody>('GET', `${path}/package`, undefined, null);
    expect(answer.status).toBe(409);
    expect(answer.body.error.message).toContain('npm run package:windows');
    await aPackage(folder(), zip([PROGRAM]), 'windows');
  });
});

describe('somebody who guesses links', () => {
  it('is held off in the end, and a link that works is not', async () => {
    const { path } = await link();
    const guess = () => server.http<ErrorBody>('GET', '/d/guess/install.sh', undefined, null);
    let answer = await guess();
    for (let more = 0; more < 200 && answer.status !== 429; more += 1) answer = await guess();
    expect(answer.body.error.code).toBe('rate_limited');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await scriptOf(path)).toContain('main "$@"');
  });
});

describe('a server without a package', () => {
  it('says what to run, and leaves the token that is out as it is', async () => {
    const bare = await AServer.start({ dataDir: newDir() });
    try {
      const added = await bare.http<EnrollmentIssued>('POST', API_PATHS.agents, { agent_id: 'pc' });
      const asked = await bare.http<ErrorBody>('POST', API_PATHS.agentInstaller('pc'), {
        os: 'linux',
      });
      expect(asked.status).toBe(409);
      expect(asked.body.error.message).toContain('npm run package:linux');
      const body = { public_key: publicKey('pc') };
      const { token } = added.body.enrollment;
      expect((await bare.http('POST', '/api/agents/pc/enroll', body, token)).status).toBe(200);
    } finally {
      await bare.stop();
    }
  });
});
