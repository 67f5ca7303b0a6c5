import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './harness/eventually.js';
import { Installation, SERVER_PROGRAM } from './harness/installation.js';
import { ModelService } from './harness/model-service.js';
import { aWorld, WORKSPACE } from './harness/world.js';

const world = aWorld();

/** The client of the guide, to the letter. */
function printedClient(): string {
  const guide = readFileSync(join(WORKSPACE, 'docs/guides/rpc.md'), 'utf8');
  const [, client] = /\n```js\n([^]*?\n)```\n/.exec(guide) ?? [];
  if (client === undefined) throw new Error('the guide has no client');
  return client;
}

/** A folder with the client and its library, and `kenny` as a command. */
function madeAsSaid(): string {
  const folder = world.makeFolder('client');
  writeFileSync(join(folder, 'client.mjs'), printedClient());
  symlinkSync(join(WORKSPACE, 'node_modules'), join(folder, 'node_modules'));
  const command = join(folder, 'kenny');
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${SERVER_PROGRAM}" "$@"\n`);
  chmodSync(command, 0o755);
  return folder;
}

it(
  'the client that the guide prints talks, asks its person, and approves a change',
  world.telling(async () => {
    const file = join(world.makeFolder('lines'), 'spooler');
    const restart = { command: `echo restarted >> ${file}`, reason: 'it hangs' };
    const model = await ModelService.start(world, 'model', [
      { text: 'One moment.', calls: [{ id: 'toolu_1', name: 'shell_exec', args: restart }] },
      { text: 'It runs again.' },
    ]);
    const { serverEnv } = model;
    const { api, agentId } = await Installation.up(world, 'guide', { serverEnv });
    const folder = madeAsSaid();
    const words = ['client.mjs', agentId, 'Restart the print spooler.'];
    const client = spawn(process.execPath, words, {
      cwd: folder,
      env: {
        PATH: `${folder}:${process.env['PATH'] ?? ''}`,
        ...{ KENNY_URL: api.url, KENNY_TOKEN: api.token },
      },
    });
    world.onClose(() => void client.kill('SIGKILL'));
    let said = '';
    for (const stream of [client.stdout, client.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    }
    await eventually('it asks', () => (said.includes('\n> ') ? true : undefined));
    expect(said).toContain('One moment.\nRun shell_exec on ');
    client.stdin.write('Approve\n');
    const [code] = (await once(client, 'close')) as [number | null];
    expect(said).toMatch(/It runs again\.$/);
    expect(code).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe('restarted\n');
    await model.mustBeContent();
  }),
  120_000,
);
