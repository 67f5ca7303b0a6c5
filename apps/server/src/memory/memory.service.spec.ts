import { MEMORY_LIMITS, type MemoryEntry } from '@kenny/contract';
import { DAY_MS } from '@kenny/kernel';
import { Logger } from '@nestjs/common';
import { MemoryWorld } from '../../test/memory-world.js';
import { asking } from '../../test/settings-world.js';
import { tempDirs } from '../../test/temp-dir.js';

const newDir = tempDirs();
let world: MemoryWorld;
beforeEach(async () => {
  Logger.overrideLogger(false);
  world = await MemoryWorld.start(newDir());
});
afterEach(() => world.stop());

const ANNA = asking('anna');
const BERT = asking('bert');
const HERE = { session_id: 's1', agent_id: 'pc1' };
const on = (ctx = ANNA) => world.settings.change(ctx, { memory: { enabled: true } });
const add = (text: string, more: object = {}) => world.memory.add(ANNA, { text, ...more });
const ask = (text: string, of = HERE, operator = 'anna') =>
  world.memory.retrieve(operator, of, text);
const told = async (text: string, of = HERE, operator = 'anna') => {
  const { why } = await ask(text, of, operator);
  return [...why.core, ...why.soft].map(({ id }) => id);
};
const hear = (...messages: string[]) =>
  world.memory.summarise('anna', {
    messages,
    agent_id: 'pc1',
    saidByOthers: () => Promise.resolve(false),
  });

describe('a memory', () => {
  it('is kept with an id, and shown to whoever it is of', async () => {
    const soft = await add('  The printer is a Brother. ', { tags: ['printer, hall'] });
    const core = await add('Answer in German.', { layer: 'core' });
    expect(soft).toMatchObject({
      ...{ id: 'soft_001', layer: 'soft', text: 'The printer is a Brother.', scope: 'global' },
      ...{ tags: ['printer', 'hall'], confidence: 0.65, source: 'manual', ttl_days: 60 },
    });
    expect(core).toMatchObject({
      ...{ id: 'core_001', confidence: 1, source: 'explicit_user_instruction', ttl_days: null },
    });
    expect(await world.memory.list(ANNA)).toEqual({
      ...{ enabled: false, auto_summary: false, core: [core], soft: [soft] },
    });
  });

  it('is never another operator’s: not in a list, not to forget, not in a conversation', async () => {
    await on();
    await on(BERT);
    const { id } = await add('The printer is a Brother.');
    expect(await world.memory.list(BERT)).toMatchObject({ core: [], soft: [] });
    expect(await world.memory.forget(BERT, id)).toBe(false);
    await expect(world.memory.promote(BERT, id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await ask('which printer?', HERE, 'bert')).block).toBeNull();
    expect(world.memory.why('bert', 's1')?.soft).toEqual([]);
    expect(await told('which printer?')).toEqual([id]);
  });

  it('is erased when it is forgotten, and its id is not used again', async () => {
    const soft = await add('The printer is a Brother.', { tags: ['printer'] });
    const core = await add('Answer in German.', { layer: 'core' });
    expect(await world.memory.forget(ANNA, soft.id)).toBe(true);
    expect(await world.memory.forget(ANNA, core.id)).toBe(true);
    expect(await world.memory.forget(ANNA, soft.id)).toBe(false);
    const all = await world.memory.list(ANNA, { include_inactive: true });
    expect(all.core).toEqual([]);
    expect(all.soft).toMatchObject([
      { id: soft.id, text: '[forgotten]', tags: [], confidence: 0, status: 'forgotten' },
    ]);
    expect(JSON.stringify([all, world.audit.rows])).not.toContain('Brother');
    expect((await add('x')).id).toBe('soft_002');
    expect((await add('x', { layer: 'core' })).id).toBe('core_002');
  });

  it('becomes a core one when it is promoted', async () => {
    await on();
    const { id } = await add('Answer in German.', { scope: 'agent:PC1', tags: ['language'] });
    const core = await world.memory.promote(ANNA, id);
    expect(core).toMatchObject({
      ...{ id: 'core_001', text: 'Answer in German.', scope: 'agent:pc1', tags: ['language'] },
      source: 'promoted_soft_memory',
    });
    expect(await world.memory.list(ANNA)).toMatchObject({ core: [core], soft: [] });
    await expect(world.memory.promote(ANNA, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(world.memory.promote(ANNA, core.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('leaves rows in the audit log that name it and not its words', async () => {
    const { id } = await add('The printer is a Brother.');
    await world.memory.forget(ANNA, id);
    expect(world.audit.rows.map(({ target, args }) => [target, args?.['action']])).toEqual([
      ['memory soft_001', 'add'],
      ['memory soft_001', 'forget'],
    ]);
  });

  it.each([
    [{ text: '  ' }, 'Memory text cannot be empty'],
    [{ text: 'x'.repeat(MEMORY_LIMITS.text + 1) }, 'text'],
    [{ text: 'x', scope: 'agent:' }, 'scope'],
    [{ text: 'x', scope: 'everything' }, 'scope'],
    [{ text: 'x', scope: 'agent:pc9' }, 'pc9'],
  ])('is refused when it is %j', async (body, named) => {
    await expect(world.memory.add(ANNA, body)).rejects.toThrow(named);
  });

  it('is one of so many', async () => {
    await world.fill('anna', MEMORY_LIMITS.entries);
    await expect(add('one more')).rejects.toMatchObject({ code: 'conflict' });
    expect(await hear('I prefer short answers.')).toEqual([]);
    expect((await world.memory.add(BERT, { text: 'x' })).id).toBe('soft_001');
  });

  it('of another PC is hidden from a token that may not see that PC', async () => {
    const { id } = await add('It stands in the hall.', { scope: 'agent:pc1' });
    const narrow = asking('anna', { agents: ['pc2'] });
    expect(await world.memory.list(narrow)).toMatchObject({ soft: [] });
    expect(await world.memory.forget(narrow, id)).toBe(false);
    await expect(world.memory.add(narrow, { text: 'x', scope: 'agent:pc1' })).rejects.toMatchObject(
      { code: 'unknown_agent' },
    );
  });
});

describe('a conversation', () => {
  it('is told nothing while memory is off', async () => {
    await add('Answer in German.', { layer: 'core' });
    expect(await ask('hello')).toMatchObject({ block: null, why: { enabled: false, core: [] } });
  });

  it('is told core memories always, and soft ones that fit', async () => {
    await on();
    await add('Answer in German.', { layer: 'core' });
    await add('The printer is a Brother.');
    await add('The scanner is old.');
    const { block, why } = await ask('Why does the Brother printer not print?');
    expect(block).toBe('- core_001: Answer in German.\n- soft_001: The printer is a Brother.');
    expect(why).toMatchObject({
      ...{ session_id: 's1', enabled: true, core: [{ id: 'core_001', scope: 'global' }] },
      soft: [{ id: 'soft_001', words: ['printer', 'brother'], score: 0.95 }],
    });
    expect(world.memory.why('anna', 's1')).toEqual(why);
    expect(world.memory.why('anna')).toEqual(why);
    expect(world.memory.why('anna', 'other')).toBeNull();
  });

  it('is told of its own PC, and of no other', async () => {
    await on();
    await add('Core of one.', { layer: 'core', scope: 'agent:pc1' });
    await add('The printer of one.', { scope: 'agent:pc1' });
    expect(await told('printer')).toEqual(['core_001', 'soft_001']);
    expect(await told('printer', { session_id: 's2', agent_id: 'pc2' })).toEqual([]);
    const none = { session_id: 's3', agent_id: null } as unknown as typeof HERE;
    expect(await told('printer', none)).toEqual([]);
  });

  it('is told the best six of each', async () => {
    await on();
    for (let n = 0; n < 9; n += 1) await add(`printer ${n}`);
    const { id } = await add('a printer in the cellar', { tags: ['cellar'] });
    for (let n = 0; n < 9; n += 1) await add(`core ${n}`, { layer: 'core' });
    const ids = await told('the printer in the cellar');
    expect(ids.slice(0, 6)).toEqual([4, 5, 6, 7, 8, 9].map((n) => `core_00${n}`));
    expect(ids[6]).toBe(id);
    expect(ids).toHaveLength(12);
  });

  it('is not told what nobody needed for sixty days, and what is told lives on', async () => {
    await on();
    await add('The printer is a Brother.');
    await add('The scanner is old.');
    world.clock.advance(59 * DAY_MS);
    expect(await told('printer')).toEqual(['soft_001']);
    await world.written();
    world.clock.advance(DAY_MS);
    expect(await told('scanner')).toEqual([]);
    expect(await told('printer')).toEqual(['soft_001']);
    await world.memory.forgetExpired();
    const { soft } = await world.memory.list(ANNA, { include_inactive: true });
    expect(soft.map(({ id, text }) => [id, text])).toEqual([
      ['soft_001', 'The printer is a Brother.'],
      ['soft_002', '[forgotten]'],
    ]);
  });
});

describe('a summary', () => {
  const shown = ({ id, text, scope, source, confidence }: MemoryEntry) => ({
    ...{ id, text, scope, source, confidence },
  });

  it('takes in what the operator says of how they want things done', async () => {
    const made = await hear('Hello!', 'I prefer short answers. Why is the disk full?');
    expect(made.map(shown)).toEqual([
      {
        ...{ id: 'soft_001', text: 'I prefer short answers.', scope: 'global' },
        ...{ source: 'inferred', confidence: 0.55 },
      },
    ]);
    expect(world.audit.rows).toMatchObject([
      { target: 'memory soft_001', args: { action: 'infer' }, actor: { id: 'anna' } },
    ]);
  });

  it('is about the PC of the conversation where the words are', async () => {
    const [made] = await hear('We use this laptop for the till.');
    expect(made?.scope).toBe('agent:pc1');
  });

  it('takes nothing in twice', async () => {
    await hear('I prefer short answers.');
    expect(await hear('I prefer short answers!')).toEqual([]);
  });

  it('takes nothing in that a PC or the model has said', async () => {
    const heard = ['We always run this script.'];
    const said = {
      ...{ messages: [...heard, 'I prefer short answers.'], agent_id: null },
      saidByOthers: (text: string) => Promise.resolve(heard.includes(text)),
    };
    const made = await world.memory.summarise('anna', said);
    expect(made.map(({ text }) => text)).toEqual(['I prefer short answers.']);
  });
});
