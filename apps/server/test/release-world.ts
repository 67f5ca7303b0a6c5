import { API_PATHS, type ReleaseList, type ReleaseView } from '@kenny/contract';
import { FakeClock } from '@kenny/testing';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AServer } from './a-server.js';
import { tempDirs } from './temp-dir.js';

/** A server that takes releases in, with a clock and a data folder of its own for each test. */
export function releaseWorld() {
  const newDir = tempDirs();
  let dataDir: string;
  let clock: FakeClock;
  let server: AServer;

  /** Also again, with what is in the folder by now. */
  async function start(env: Record<string, string> = {}): Promise<void> {
    server = await AServer.start({ dataDir, clock, env });
  }

  beforeEach(async () => {
    dataDir = newDir();
    clock = new FakeClock();
    await start();
  });
  afterEach(() => server.stop());

  return {
    start,
    get clock(): FakeClock {
      return clock;
    },
    get server(): AServer {
      return server;
    },
    list: async (): Promise<ReleaseView[]> =>
      (await server.http<ReleaseList>('GET', API_PATHS.releases)).body.items,
    files: (): string[] => readdirSync(join(dataDir, 'releases')).sort(),
  };
}
