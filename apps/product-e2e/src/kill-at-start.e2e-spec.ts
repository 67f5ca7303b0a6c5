import { EXIT_CODES, SERVER_FILES } from '@kenny/contract';
import { START_FAULT_POINTS } from '@kenny/kernel';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Api } from './harness/api.js';
import { SERVER_PROGRAM } from './harness/installation.js';
import type { Program } from './harness/program.js';
import { aWorld, WORKSPACE } from './harness/world.js';

/** A start that is cut off leaves a folder that starts, and a way in. */
const world = aWorld();
const FAULT_HOOK = join(WORKSPACE, 'apps/product-e2e/hooks/kill-at-fault-point.mjs');

function serve(dataDir: string, armed: string): Program {
  return world.start({
    name: 'server',
    args: ['--import', FAULT_HOOK, SERVER_PROGRAM, 'serve'],
    cwd: world.folder,
    env: { KENNY_DATA_DIR: dataDir, KENNY_PORT: '0', ARMED_FAULTS: armed },
  });
}

it.each(START_FAULT_POINTS)(
  'the first start that ends by kill -9 at %s is followed by one that works',
  world.telling(async (point: string) => {
    const folder = world.makeFolder(point);
    const [dataDir, armed] = [join(folder, 'data'), world.makeFolder(`${point}/armed`)];
    writeFileSync(join(armed, point), '');
    expect(await serve(dataDir, armed).ended()).toEqual({ code: null, signal: 'SIGKILL' });

    const next = serve(dataDir, armed);
    const [, url = ''] = await next.says(/listening on (\S+)/);
    const kept = join(dataDir, SERVER_FILES.firstToken);
    expect(existsSync(kept)).toBe(true);
    const api = new Api(url, readFileSync(kept, 'utf8').trim());
    expect((await api.get('/api/fleet')).status).toBe(200);
    expect(await next.stop()).toEqual({ code: EXIT_CODES.ok, signal: null });
  }),
  120_000,
);
