import { RpcEditor } from '@kenny/testing';
import { dirname, join } from 'node:path';
import { eventually } from './harness/eventually.js';
import { SERVER_PROGRAM } from './harness/installation.js';
import { ModelService } from './harness/model-service.js';
import { aWorld } from './harness/world.js';

/** `kenny rpc --embedded`: the server in the process of the editor, under the lock of its folder. */
const world = aWorld();

async function opened(folder: string, more: Readonly<Record<string, string>> = {}) {
  const env = { KENNY_DATA_DIR: folder, KENNY_PORT: '0', HOME: dirname(folder), ...more };
  const editor = await RpcEditor.start({
    ...{ command: [process.execPath, SERVER_PROGRAM, 'rpc', '--embedded'], env },
  });
  world.onClose(() => editor.kill());
  return editor;
}

/** With these words it refuses what needs the server. */
async function refuses(editor: RpcEditor, words: string): Promise<void> {
  await eventually(`it says: ${words}`, async () => {
    const refusal = await editor.ask('sessions/list').then(
      () => 'it was answered',
      (error: Error) => error.message,
    );
    return refusal.includes(words) ? true : undefined;
  });
}

/** The first answer to a request that needs the server, and what was refused before it. */
async function served(editor: RpcEditor): Promise<string[]> {
  const refused: string[] = [];
  await eventually('the server in the process answers', async () => {
    return editor.ask('sessions/list').catch((error: Error) => {
      refused.push(error.message);
      throw error;
    });
  });
  return refused;
}

it(
  'answers at once, then serves a whole turn, and leaves nothing running',
  world.telling(async () => {
    const model = await ModelService.start(world, 'model', [{ text: 'Good morning.' }]);
    const editor = await opened(join(world.makeFolder('own'), 'data'), model.serverEnv);
    expect(await editor.ask('initialize')).toMatchObject({ serverName: 'kenny' });
    const refused = await served(editor);
    expect(new Set(refused).size).toBeLessThanOrEqual(1);
    for (const words of refused) expect(words).toContain('still starting');

    const { id } = await editor.ask('sessions/create');
    const turn = await editor.ask('turns/start', { sessionId: id, input: 'hello' });
    expect((await editor.finished(turn['id'])).payload).toMatchObject({ status: 'completed' });
    editor.child.stdin.end();
    expect(await editor.exited).toEqual({ code: 0, signal: null });
    expect(editor.complaints).toBe('');
    await model.mustBeContent();
  }),
);

it(
  'says so when another server has its folder, and starts in it after kill -9 of that one',
  world.telling(async () => {
    const folder = join(world.makeFolder('shared'), 'data');
    const first = await opened(folder);
    await served(first);
    const { persistentId } = await first.ask('sessions/create', { name: 'kept' });

    const second = await opened(folder);
    expect(await second.ask('initialize')).toMatchObject({ serverName: 'kenny' });
    await refuses(second, 'in use');
    expect(await second.ask('shutdown')).toEqual({ ok: true });
    expect(await second.exited).toEqual({ code: 0, signal: null });

    await first.kill();
    const third = await opened(folder);
    await served(third);
    expect(await third.ask('sessions/resume', { path: persistentId })).toMatchObject({
      persistentId,
      name: 'kept',
    });
    expect(await third.ask('shutdown')).toEqual({ ok: true });
    expect(await third.exited).toEqual({ code: 0, signal: null });
  }),
);

it(
  'says what is wrong with a setting, for as long as the editor asks',
  world.telling(async () => {
    const editor = await opened(join(world.makeFolder('wrong'), 'data'), { KENNY_PORT: 'many' });
    await editor.ask('initialize');
    await refuses(editor, 'KENNY_PORT');
    expect(editor.complaints).toBe('');
    editor.child.kill('SIGTERM');
    expect(await editor.exited).toEqual({ code: 0, signal: null });
  }),
);
