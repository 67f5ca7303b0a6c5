import { says } from '../test/scripted-brain.js';
import { ConversationWorld } from '../test/world.js';

const BY = { operator_id: 'anna' };
let world: ConversationWorld;
let id: string;
beforeEach(async () => {
  world = new ConversationWorld();
  ({ id } = await world.session());
});

async function answer(thought: ReturnType<typeof says>): Promise<void> {
  world.brain.last.answer(thought);
  await world.rest();
}

describe('a conversation without a message', () => {
  it('gets its name from the first one, and keeps one that it has', async () => {
    await world.say(id, 'why?', { title: 'why?' });
    await world.say(id, 'how?', { title: 'how?' });
    expect(world.store.sessions.get(id)?.name).toBe('why?');
    await world.engine.rename(id, null, BY);
    await world.say(id, 'when?', { title: 'when?' });
    expect(world.store.sessions.get(id)?.name).toBeNull();
  });

  it('refuses a message that could only steer', async () => {
    const steer = { behavior: 'steer', strict_steer: true } as const;
    await expect(world.say(id, 'left!', steer)).rejects.toMatchObject({ code: 'conflict' });
    expect(world.store.turns.size).toBe(0);
    const turn = await world.say(id, 'go');
    expect(await world.say(id, 'left!', steer)).toBe(turn);
    await expect(world.say(id, 'left!', { ...steer, steers: 'another' })).rejects.toMatchObject({
      code: 'conflict',
    });
  });
});

describe('a conversation that is to go only when it is idle', () => {
  it('stays while a turn is at work or waits, and goes after that', async () => {
    const turn = await world.say(id, 'one');
    const busy = { code: 'conflict', busy: true };
    await expect(world.engine.delete(id, BY, true)).rejects.toMatchObject(busy);
    expect(world.status(turn)).toBe('running');
    await answer(says('1'));
    const [said, gone] = [world.say(id, 'two'), world.engine.delete(id, BY, true)];
    await expect(gone).rejects.toMatchObject(busy);
    await said;
    await answer(says('2'));
    await world.engine.delete(id, BY, true);
    expect(world.store.sessions.get(id)?.deleted_at).not.toBeNull();
  });
});

describe('the model that was chosen', () => {
  it('counts from the next turn on', async () => {
    await world.say(id, 'one');
    await world.engine.choose(id, { model: 'opus', effort: 'high' }, BY);
    await answer(says('1'));
    await world.say(id, 'two');
    const chosen = world.brain.rounds.map(({ work }) => work.turn.chosen);
    expect(chosen).toEqual([
      { model: null, effort: null },
      { model: 'opus', effort: 'high' },
    ]);
  });

  it('stays where nothing is said of it, and is written to the audit log once', async () => {
    await world.engine.choose(id, { model: 'opus' }, BY);
    await world.engine.choose(id, { effort: 'low' }, BY);
    await world.engine.choose(id, { effort: 'low' }, BY);
    expect(world.store.sessions.get(id)).toMatchObject({ model: 'opus', effort: 'low' });
    expect(world.store.audited).toEqual([
      { type: 'choose', by: BY, model: 'opus', effort: null },
      { type: 'choose', by: BY, model: 'opus', effort: 'low' },
    ]);
  });
});

describe('a picture of a message', () => {
  const PICTURE = {
    ...{ mime_type: 'image/png', data: 'A'.repeat(4_000), bytes: 3_000, name: 'hall.png' },
    sides: [10, 20] as const,
  };
  const named = { id: expect.any(String) as string, ...PICTURE, data: undefined };

  it('is kept once, and named everywhere else', async () => {
    const turn = await world.say(id, 'look', { pictures: [PICTURE] });
    await world.say(id, '', { pictures: [PICTURE], behavior: 'steer' });
    await answer(says('hm'));
    await answer(says('ah'));
    const { store } = world;
    expect([...store.allPictures.values()]).toEqual([PICTURE.data, PICTURE.data]);
    const [queued, , steered] = store.eventsOf(turn).map(({ payload }) => payload['input']);
    expect([queued, steered]).toEqual([
      { text: 'look', images: [named] },
      { text: '', images: [named] },
    ]);
    const said = store.entriesOf(id).filter(({ content }) => content.role === 'user');
    expect(said.map(({ content }) => content)).toMatchObject([
      { text: 'look', images: [{ name: 'hall.png' }] },
      { text: '', images: [{ name: 'hall.png' }] },
    ]);
    expect(JSON.stringify([...store.turns.values()])).not.toContain(PICTURE.data);
  });

  it('reaches the brain when it asks for it', async () => {
    await world.say(id, 'look', { pictures: [PICTURE] });
    const { work } = world.brain.last;
    const ids = work.turn.input.images?.map((one) => one.id) ?? [];
    expect([...(await work.pictures([...ids, 'other'])).values()]).toEqual([PICTURE.data]);
  });
});
