import { AGENTCTL_ROUTES } from '@kenny/contract/agentctl';
import { copyFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { aWorld, WORKSPACE } from './harness/world.js';

/** The built agentctl, as an image of an agent takes it: one file, and Node. */
const world = aWorld();
const BUNDLE = join(WORKSPACE, 'apps/agentctl/bundle/agentctl.cjs');

it(
  'agentctl runs from its one file, wherever that lies, and ends when it is told to',
  world.telling(async () => {
    const folder = world.makeFolder('image');
    const file = join(folder, 'agentctl.cjs');
    copyFileSync(BUNDLE, file);
    const env = { AGENTCTL_PORT: '0', AGENTCTL_AGENT_COMMAND: 'cat', AGENTCTL_AUTO_START: 'true' };
    const program = world.start({ name: 'agentctl', args: [file], cwd: folder, env });
    const [, address = ''] = await program.says(/"address":"([^"]+)"/);
    await program.says(/the agent was started/);

    const { method, path } = AGENTCTL_ROUTES.send;
    const said = { method: 'said', params: { by: 'a client' } };
    expect(await fetch(address + path, { method, body: JSON.stringify(said) })).toHaveProperty(
      'status',
      202,
    );
    const socket = new WebSocket(address.replace('http', 'ws') + AGENTCTL_ROUTES.stream.path);
    // `cat` says whatever it is told.
    // `cat` says whatever it is told.
    const [heard] = (await once(socket, 'message')) as [Buffer];
    expect(JSON.parse(heard.toString())).toEqual({ jsonrpc: '2.0', ...said });
    expect(await program.stop()).toEqual({ code: 0, signal: null });
  }),
);

it(
  'npm run agentctl starts it',
  world.telling(async () => {
    const args = ['run', 'agentctl', '--', '--help'];
    const program = world.start({ name: 'npm', program: 'npm', args, cwd: WORKSPACE });
    await program.says(/agentctl --managed/, 120_000);
    expect(await program.ended()).toEqual({ code: 0, signal: null });
  }),
);
