import { SERVER_PROGRAM } from './harness/installation.js';
import { aWorld } from './harness/world.js';

const world = aWorld();

/** Says how much V8 holds for young objects when it is asked by a signal. */
const PROBE = `import { getHeapSpaceStatistics } from 'node:v8';
process.on('SIGUSR2', () => {
  const spaces = getHeapSpaceStatistics();
  const { space_size } = spaces.find(({ space_name }) => space_name === 'new_space');
  console.log('room for young objects: ' + space_size / 2 ** 20 + ' MiB');
});`;

it(
  'a server that has started holds little room for young objects',
  world.telling(async () => {
    const server = world.start({
      name: 'server',
      args: [
        ...['--import', `data:text/javascript,${encodeURIComponent(PROBE)}`],
        ...[SERVER_PROGRAM, 'serve'],
      ],
      cwd: world.folder,
      env: { KENNY_DATA_DIR: world.makeFolderInMemory('data'), KENNY_PORT: '0' },
    });
    await server.says(/listening on/, 60_000);
    process.kill(server.pid, 'SIGUSR2');
    const [, size] = await server.says(/young objects: ([\d.]+) MiB/);
    // 32 when the start itself has made it grow.
    expect(Number(size)).toBeLessThanOrEqual(8);
    await server.stop();
  }),
  120_000,
);
