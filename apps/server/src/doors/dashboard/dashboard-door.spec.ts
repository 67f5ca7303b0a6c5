import { API_PATHS, approvalPagePath, NOBODY_META, WORKER_FILE } from '@kenny/contract';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { tempDirs } from '../../../test/temp-dir.js';
import { DashboardDoor } from './dashboard-door.js';

const tempDir = tempDirs();
const SCRIPT = 'base-abcd1234.js';
const TEXT = 'console.info("hello");';

interface Asking {
  readonly method?: string;
  readonly accept?: string;
  /** What says who asks. */
  readonly who?: Record<string, string>;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A folder as the build leaves it, with something beside it that is nobody's business. */
function aBuild(): string {
  const folder = join(tempDir(), 'dist');
  mkdirSync(folder);
  writeFileSync(join(folder, '..', 'secret.js'), 'secret');
  const page =
    '<head>{{preloads}}</head><kenny-app ngCspNonce="{{nonce}}"></kenny-app><style nonce="{{nonce}}"></style>';
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, SCRIPT), TEXT);
  const needs = { login: ['login-1.js'], fleet: [SCRIPT, 'fleet-1.js'], 'fleet/:id': ['pc-1.js'] };
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(needs));
  writeFileSync(join(folder, `${SCRIPT}.gz`), gzipSync(TEXT));
  writeFileSync(join(folder, `${SCRIPT}.br`), brotliCompressSync(TEXT));
  writeFileSync(join(folder, 'robots.txt'), 'User-agent: *\nDisallow: /\n');
  writeFileSync(join(folder, 'notes.map'), '{}');
  for (const name of [WORKER_FILE, 'offline.html', 'manifest.webmanifest']) {
    writeFileSync(join(folder, name), name);
  }
  return folder;
}

function aDoor(folder = aBuild()): DashboardDoor {
  return new DashboardDoor(folder, { publicUrl: 'http://127.0.0.1:8000', insecureHttp: false });
}

/** Asks with the path exactly as it is written: no client tidies it up. */
async function ask(
  door: DashboardDoor,
  path: string,
  { method = 'GET', accept = '', who = {} }: Asking = {},
): Promise<Answer | 'another door'> {
  const server = createServer((request, response) => {
    if (!door.answer(request, response)) response.writeHead(418).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const answer = await new Promise<Answer>((resolve, reject) => {
      const headers = { ...who, ...(accept === '' ? {} : { 'accept-encoding': accept }) };
      httpRequest({ port, host: '127.0.0.1', path, method, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts),
          }),
        );
      })
        .on('error', reject)
        .end();
    });
    return answer.status === 418 ? 'another door' : answer;
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

async function page(door: DashboardDoor, path: string, asking: Asking = {}): Promise<Answer> {
  const answer = await ask(door, path, asking);
  if (answer === 'another door') throw new Error(`${path} was left to another door`);
  return answer;
}

describe('the dashboard door', () => {
  it.each(['/', '/login', '/fleet', '/fleet/pc1?x=1', approvalPagePath('apr_1')])(
    'answers %s with the app',
    async (path) => {
      const { status, headers, body } = await page(aDoor(), path);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(body.toString()).toContain('<kenny-app');
    },
  );

  it.each([
    ['/record', '/audit'],
    ['/record?tool=fs_list&tab=gate', '/audit?tool=fs_list&tab=gate'],
    ['/record/?q=//elsewhere.example', '/audit/?q=//elsewhere.example'],
  ])('sends %s, where the audit log was, to %s', async (old, now) => {
    const { status, headers } = await page(aDoor(), old);
    expect([status, headers.location]).toEqual([302, now]);
  });

  it('moves nothing else that begins like it', async () => {
    expect(await ask(aDoor(), '/records')).toBe('another door');
    expect(await ask(aDoor(), '/record', { method: 'POST' })).toBe('another door');
  });

  it('gives every page a nonce of its own, which its policy names', async () => {
    const door = aDoor();
    const nonces = await Promise.all(
      ['/', '/', '/fleet'].map(async (path) => {
        const { headers, body } = await page(door, path);
        const policy = String(headers['content-security-policy']);
        const [, nonce = 'none'] = /'nonce-([^']+)'/.exec(policy) ?? [];
        expect(body.toString().split(nonce)).toHaveLength(3);
        expect(policy).toContain("default-src 'none'");
        expect(policy).not.toContain('unsafe');
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(3);
  });

  const SOMEBODY = { cookie: 'kenny-8000=abc' };
  const FROM = {
    typed: { 'sec-fetch-site': 'none' },
    ownPage: { 'sec-fetch-site': 'same-origin' },
    otherSite: { 'sec-fetch-site': 'cross-site' },
    oldBrowser: {},
  };
  const told = async (who: Asking['who']) =>
    (await page(aDoor(), '/today', { who })).body.toString().includes(NOBODY_META);
  const linked = async (path: string, who: Asking['who'] = SOMEBODY): Promise<string[]> => {
    const { body } = await page(aDoor(), path, { who });
    return Array.from(body.toString().matchAll(/<link [^>]*href="([^"]*)"/g), ([, at = '']) => at);
  };

  it('names in each page what that page is going to ask for', async () => {
    expect(await linked('/login')).toEqual(['login-1.js']);
    expect(await linked('/fleet')).toEqual([SCRIPT, 'fleet-1.js', API_PATHS.me]);
    expect(await linked('/fleet/pc1?range=week')).toEqual([
      'pc-1.js',
      API_PATHS.me,
      API_PATHS.agent('pc1'),
      API_PATHS.agentSnapshot('pc1'),
      API_PATHS.agentForecast('pc1'),
      API_PATHS.catalog,
    ]);
    expect(await linked('/today')).toEqual([API_PATHS.me]);
  });

  it('names no question where nobody is logged in, and says that to the page', async () => {
    expect(await linked('/fleet/pc1', {})).toEqual(['pc-1.js']);
    expect(await linked('/fleet/pc1', { cookie: 'kenny-9000=abc' })).toEqual(['pc-1.js']);
    expect(await linked('/today', { authorization: 'Bearer x' })).toEqual([API_PATHS.me]);
    expect([await told(FROM.typed), await told(FROM.ownPage)]).toEqual([true, true]);
    expect(await told({ ...FROM.typed, ...SOMEBODY })).toBe(false);
  });

  it('does not say so to whom a link on another site brought here, who may be logged in', async () => {
    expect(await linked('/fleet/pc1', FROM.otherSite)).toEqual(['pc-1.js']);
    expect([await told(FROM.otherSite), await told(FROM.oldBrowser)]).toEqual([false, false]);
  });

  it.each(['/fleet/%22%3E%3Cscript%3E', '/fleet/"><script>', "/fleet/a'b", '/fleet/{{nonce}}'])(
    'writes nothing of %s into the page',
    async (path) => {
      expect(await linked(path)).toEqual(['pc-1.js', API_PATHS.me]);
    },
  );

  it.each([
    API_PATHS.fleet,
    API_PATHS.healthz,
    '/pages.json',
    '/ws',
    '/mcp',
    '/d/abc',
    '/agent/ws',
    '/nowhere',
    '/fleetings',
    '/../secret.js',
    '/%2e%2e/secret.js',
    '/index.html.gz',
    '/notes.map',
    `/${SCRIPT}.br`,
    '//fleet',
  ])('leaves %s to the other doors', async (path) => {
    expect(await ask(aDoor(), path)).toBe('another door');
  });

  it('does not take what changes something', async () => {
    const door = aDoor();
    expect(await ask(door, '/fleet', { method: 'POST' })).toBe('another door');
  });

  it.each([
    ['br, gzip', 'br', brotliCompressSync(TEXT)],
    ['gzip', 'gzip', gzipSync(TEXT)],
    ['', undefined, Buffer.from(TEXT)],
  ])('sends a script to whoever accepts "%s" as %s, for good', async (accept, encoding, bytes) => {
    const answer = await ask(aDoor(), `/${SCRIPT}`, { accept });
    if (answer === 'another door') throw new Error('not served');
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['cache-control']).toContain('immutable');
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(answer.body.equals(bytes)).toBe(true);
  });

  it('lets the service worker ask the server alone, and browsers ask for it each time', async () => {
    const { headers } = await page(aDoor(), WORKER_FILE);
    expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('gives the page without a connection styles and no scripts', async () => {
    const { headers } = await page(aDoor(), '/offline.html');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; style-src 'self'");
    expect(policy).not.toContain('script-src');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('says what its manifest is', async () => {
    const { headers } = await page(aDoor(), '/manifest.webmanifest');
    expect(headers['content-type']).toBe('application/manifest+json');
  });

  it('answers a HEAD with the headers alone', async () => {
    const answer = await ask(aDoor(), '/robots.txt', { method: 'HEAD' });
    if (answer === 'another door') throw new Error('not served');
    expect(answer.headers['content-length']).toBe('26');
    expect(answer.headers['cache-control']).not.toContain('immutable');
    expect(answer.body).toHaveLength(0);
  });

  it('says in one sentence what to run when there is no build', async () => {
    const door = aDoor(join(tempDir(), 'nothing'));
    const { status, body } = await page(door, '/fleet');
    expect(status).toBe(503);
    expect(body.toString()).toContain('npm run build');
    expect(await ask(door, '/')).toBe('another door');
  });
});
