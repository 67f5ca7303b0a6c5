import { loadConfig } from '../../src/config/index.js';
import { startServer, type RunningServer } from '../../src/server.js';
import { databaseEnv } from '../../test/database-in.js';
import { tempDirs } from '../../test/temp-dir.js';

const newDir = tempDirs();
const [FIRST, SECOND] = [`kny_${'a'.repeat(43)}`, `kny_${'b'.repeat(43)}`];
let dataDir: string;
let server: RunningServer | undefined;

beforeEach(() => {
  dataDir = newDir();
});
afterEach(() => stop());

/** From here on it listens; nothing else has been done with it. */
async function start(token: string): Promise<void> {
  const env = { KENNY_DATA_DIR: dataDir, KENNY_PORT: '0', KENNY_LOG_LEVEL: 'error' };
  const config = loadConfig(
    { ...env, ...databaseEnv(dataDir), KENNY_OPERATOR_TOKEN: token },
    dataDir,
  );
  server = await startServer(config);
}

async function stop(): Promise<void> {
  await server?.close();
  server = undefined;
}

const ask = (path: string, init?: RequestInit) => fetch(`${server?.url}${path}`, init);
const me = async (headers: Record<string, string>) => (await ask('/api/me', { headers })).status;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('the token of KENNY_OPERATOR_TOKEN', () => {
  it('is good from the first moment on that the server listens', async () => {
    await start(FIRST);
    expect((await ask('/healthz')).status).toBe(200);
    expect(await me(bearer(FIRST))).toBe(200);
  });

  it('is gone with its browser sessions from the first moment on that another one is set', async () => {
    await start(FIRST);
    const login = await ask('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server?.url ?? '' },
      body: JSON.stringify({ token: FIRST }),
    });
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(await me({ cookie })).toBe(200);
    await stop();
    await start(SECOND);
    expect(await me(bearer(FIRST))).toBe(401);
    expect(await me({ cookie })).toBe(401);
    expect(await me(bearer(SECOND))).toBe(200);
  });
});
