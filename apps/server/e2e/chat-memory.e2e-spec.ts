import { API_PATHS, type MemoryEntry, type MemoryView } from '@kenny/contract';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MemorySummaries } from '../src/chat/index.js';
import { ChatWorld } from '../test/chat-world.js';
import { tempDirs } from '../test/temp-dir.js';
import { saying, use, wanting } from '../test/told-brain.js';

const newDir = tempDirs();
let dataDir: string;
let world: ChatWorld;
let bert: string;
beforeAll(async () => {
  dataDir = newDir();
  world = await ChatWorld.start(dataDir);
  bert = await world.token({ operator: { id: 'bert', name: 'Bert' } });
});
afterEach(() => world.brain.mustBeDone());
afterAll(() => world.server.stop());

const remembered = async (token = world.anna) =>
  (await world.server.http<MemoryView>('GET', API_PATHS.chatMemory, undefined, token)).body;
const set = (memory: object) =>
  world.server.http('PATCH', API_PATHS.chatSettings, { memory }, world.anna);

async function say(message: string, session_id?: string): Promise<string> {
  world.brain.will(saying('Good.'));
  const { body } = await world.ask({ message, ...(session_id ? { session_id } : {}) });
  await world.server.get(MemorySummaries).idle();
  return body.session_id;
}

describe('the memory of an operator', () => {
  it('learns nothing until both switches are on', async () => {
    await say('I prefer short answers.');
    await set({ enabled: true });
    await say('I prefer short answers.');
    expect(await remembered()).toMatchObject({ enabled: true, core: [], soft: [] });
  });

  it('learns from what they say in a completed turn, and from nobody else', async () => {
    await set({ enabled: true, auto_summary: true });
    world.brain.will(wanting(use('fs_read', { path: '/etc/hosts', agent_id: 'pc1' })));
    world.brain.will(saying('We always run scripts from there.'));
    const { body } = await world.ask({ message: 'I prefer short answers. Why is it slow?' });
    await say('We always run scripts from there.', body.session_id);
    const { soft } = await remembered();
    expect(soft.map(({ text, source }) => [text, source])).toEqual([
      ['I prefer short answers.', 'inferred'],
    ]);
    expect(await remembered(bert)).toMatchObject({ core: [], soft: [] });
  });

  it('can be read, added to, promoted and forgotten over HTTP, each by its owner', async () => {
    const http = <T>(method: string, path: string, body?: object, token = world.anna) =>
      world.server.http<T>(method, path, body, token);
    const text = 'The printer is in the hall.';
    const added = await http<MemoryEntry>('POST', API_PATHS.chatMemory, { text });
    const { id } = added.body;
    expect(added.status).toBe(201);
    expect((await http('POST', API_PATHS.promoteChatMemory(id), {}, bert)).status).toBe(404);
    const core = await http<MemoryEntry>('POST', API_PATHS.promoteChatMemory(id));
    expect(core.body).toMatchObject({ layer: 'core', text });
    const path = API_PATHS.chatMemoryEntry(core.body.id);
    expect((await http('DELETE', path, undefined, bert)).status).toBe(404);
    expect((await http('DELETE', path)).status).toBe(204);
    expect((await http('DELETE', path)).status).toBe(404);
    expect(JSON.stringify(await world.server.audit('kind=setting'))).not.toContain('hall');
  });
});

describe('a skill', () => {
  it('is read by the model as a note, reaches no PC, and is missed in words', async () => {
    mkdirSync(join(dataDir, 'skills', 'printers'), { recursive: true });
    writeFileSync(join(dataDir, 'skills', 'printers', 'SKILL.md'), '# Printers\nTurn it off.');
    world.brain.will(
      wanting(use('read_skill', { name: 'printers' }), use('read_skill', { name: '../../x' })),
      wanting(use('read_skill', { path: 'printers' })),
      saying('Done.'),
    );
    const { body } = await world.ask({ message: 'mend it' });
    expect(body.tool_events).toMatchObject([
      {
        ...{ tool: 'read_skill', status: 'ok', agent_id: null },
        result: { name: 'printers', text: '# Printers\nTurn it off.' },
      },
      { tool: 'read_skill', status: 'error', error: { code: 'not_found' } },
      { tool: 'read_skill', status: 'error', error: { code: 'bad_args' } },
    ]);
  });
});
