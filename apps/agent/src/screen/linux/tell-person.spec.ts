import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '../../../test/temporary-folder.js';
import { pictureNotice } from '../picture-notice.js';
import { tellPerson } from './tell-person.js';

const BUS = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus' };
const TAKEN = new Date(2026, 5, 4, 14, 3);
const { title, text } = pictureNotice(TAKEN, 'en');
/** Long enough for a loaded machine. */
const PATIENCE_MS = 30_000;

describe('the person whose screen was captured', () => {
  const folder = temporaryFolder();
  const said = () => join(folder.path, 'said');

  /** A program of that name, which notes its bus and its arguments, a line each. */
  const install = (program: string, then = '') =>
    writeFile(
      join(folder.path, program),
      `#!/bin/sh\nprintf '%s\\n' "$DBUS_SESSION_BUS_ADDRESS" "$@" > '${said()}'\n${then}\n`,
      { mode: 0o755 },
    );
  const lines = async () => (await readFile(said(), 'utf8')).trimEnd().split('\n');
  const tell = (env: Record<string, string> = BUS, timeoutMs = PATIENCE_MS) =>
    tellPerson({ env, taken: TAKEN, folders: [folder.path], timeoutMs });

  it('is told by notify-send where it is installed', async () => {
    await install('notify-send');
    await install('gdbus', 'exit 1');
    expect(await tell()).toBe(true);
    expect(await lines()).toEqual([
      BUS.DBUS_SESSION_BUS_ADDRESS,
      '--app-name=kenny',
      '--',
      title,
      text,
    ]);
  });

  it('is told in German on a German desktop', async () => {
    await install('notify-send');
    await tell({ ...BUS, LANG: 'de_AT.UTF-8' });
    expect((await lines()).at(-1)).toBe(pictureNotice(TAKEN, 'de').text);
  });

  it('is told by gdbus where only that is installed', async () => {
    await install('gdbus');
    expect(await tell()).toBe(true);
    const args = await lines();
    expect(args).toContain('org.freedesktop.Notifications.Notify');
    expect(args.slice(-8)).toEqual([
      ...['"kenny"', '0', '""'],
      ...[JSON.stringify(title), JSON.stringify(text)],
      ...['[]', '{}', '-1'],
    ]);
  });

  it('is told on the bus in their folder when none is named', async () => {
    await install('notify-send');
    const socket = join(folder.path, 'bus');
    const bus = createServer();
    await new Promise<void>((resolve) => bus.listen(socket, resolve));
    try {
      expect(await tell({ XDG_RUNTIME_DIR: folder.path })).toBe(true);
      expect((await lines())[0]).toBe(`unix:path=${socket}`);
    } finally {
      bus.close();
    }
  });

  it('is not told where no program can, and the picture is kept', async () => {
    expect(await tell()).toBe(false);
  });

  it('is not told where the desktop takes no notices', async () => {
    await install('notify-send', 'exit 1');
    expect(await tell()).toBe(false);
  });

  it('is not waited for when the program hangs', async () => {
    await install('notify-send', 'exec tail -f /dev/null');
    expect(await tell(BUS, 300)).toBe(false);
  });

  it('is never told by a bus that the program would start itself', async () => {
    await install('notify-send');
    await mkdir(join(folder.path, 'empty'));
    const without: Record<string, string>[] = [{}, { XDG_RUNTIME_DIR: join(folder.path, 'empty') }];
    for (const env of without) {
      expect(await tell(env)).toBe(false);
    }
    await expect(lines()).rejects.toThrow('ENOENT');
  });
});
