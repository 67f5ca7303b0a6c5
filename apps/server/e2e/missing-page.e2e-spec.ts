import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AServer } from '../test/a-server.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
let server: AServer;

async function start({ built }: { built: boolean }): Promise<void> {
  const dataDir = newDir();
  if (built) {
    const folder = join(dataDir, 'dashboard');
    mkdirSync(folder);
    writeFileSync(join(folder, 'index.html'), '<head>{{preloads}}</head><kenny-app></kenny-app>');
    writeFileSync(join(folder, 'pages.json'), '{}');
  }
  server = await AServer.start({ dataDir });
}
afterEach(() => server.stop());

async function ask(path: string, accept: string, method = 'GET') {
  const response = await fetch(server.url + path, { method, headers: { accept } });
  const text = await response.text();
  return { status: response.status, type: response.headers.get('content-type'), text };
}

const JSON_WORDS = /"code":"not_found","message":"There is no GET/;

describe('an address that nobody knows', () => {
  it('is a page to a browser, which says so in the dashboard', async () => {
    await start({ built: true });
    const { status, type, text } = await ask('/nosuch', BROWSER);
    expect([status, type]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toContain('<kenny-app>');
  });

  it.each([
    ['/nosuch', 'application/json'],
    ['/nosuch', '*/*'],
    ['/api/nosuch', BROWSER],
  ])('stays an error in JSON to a program, and below /api: %s %s', async (path, accept) => {
    await start({ built: true });
    const { status, text } = await ask(path, accept);
    expect(status).toBe(404);
    expect(text).toMatch(JSON_WORDS);
  });

  it('that something may be sent to stays an error of method', async () => {
    await start({ built: true });
    expect((await ask('/nosuch', BROWSER, 'POST')).type).toContain('application/json');
  });

  it('is an error in JSON where the dashboard was not built', async () => {
    await start({ built: false });
    expect((await ask('/nosuch', BROWSER)).text).toMatch(JSON_WORDS);
  });
});
