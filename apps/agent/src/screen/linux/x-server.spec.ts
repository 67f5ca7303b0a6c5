import { once } from 'node:events';
import { chown, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '../../../test/temporary-folder.js';
import { onRootsDisplay } from './x-server.js';

const PERSON = 1000;
const isRoot = process.getuid?.() === 0;
if (!isRoot)
  process.stdout.write('\nNot tested: the owner of an X socket: only root gives it away.\n');

(isRoot ? describe : describe.skip)('the display of this PC, where no logind tells', () => {
  const folder = temporaryFolder();
  const servers: Server[] = [];
  afterEach(() => servers.splice(0).forEach((server) => server.close()));

  const one = (env: Record<string, string>) => ({ uid: PERSON, gid: PERSON, env });

  async function listenAt(display: number, uid: number): Promise<void> {
    const file = join(folder.path, `X${display}`);
    const server = createServer().listen(file);
    servers.push(server);
    await once(server, 'listening');
    await chown(file, uid, uid);
  }

  it("is one whose server is root's, and no server that somebody started for themselves", async () => {
    await listenAt(0, 0);
    await listenAt(99, PERSON);
    await writeFile(join(folder.path, 'X5'), '');
    const desk = [one({ DISPLAY: ':0' }), one({ DISPLAY: ':0.1' })];
    const others = [
      one({ DISPLAY: ':99' }),
      one({ DISPLAY: ':5' }),
      one({ DISPLAY: ':7' }),
      one({ DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' }),
      one({ WAYLAND_DISPLAY: 'wayland-0' }),
    ];
    expect(await onRootsDisplay([...others, ...desk, ...others], folder.path)).toEqual(desk);
  });
});
