import { EditorWorld } from '../test/editor-world.js';
import { saying } from '../test/told-brain.js';

/** What leaves a `kenny rpc` in a process of its own: no secret, and every number as it is. */

const KEY = 'sk-ant-api03-made-up-of-nobody-0123456789';
const world = EditorWorld.forThisFile();

it('tells no secret, whoever wrote it and wherever it stands', async () => {
  const { admin } = world.chat.server;
  const editor = await world.open({ through: ['env', `KENNY_TOKEN=${admin}`] });
  const answers = [
    await editor.ask('config/update', { values: { anthropic_api_key: KEY } }),
    await editor.ask('config/read'),
    await editor.ask('auth/providers'),
    await editor.ask('auth/loginWithApiKey', { providerId: 'anthropic', apiKey: KEY }),
    await editor.ask('memory/addCore', { text: `Our key is ${KEY}` }),
    await editor.ask('memory/inspect'),
  ];
  expect(JSON.stringify(answers)).not.toContain(KEY);
  expect(answers.at(-1)).toMatchObject({ core: [{ text: 'Our key is [REDACTED]' }] });
  const refused = editor.ask('auth/loginWithApiKey', { providerId: KEY, apiKey: KEY });
  await expect(refused).rejects.toThrow(/^(?!.*made-up)/);
  await expect(editor.ask('config/read', { redacted: false })).rejects.toMatchObject({
    ...{ code: -32602, data: { code: 'unsupported' } },
  });
});

it('says counts of tokens as numbers, and whether there is a key as yes or no', async () => {
  const editor = await world.open();
  const { id: sessionId } = await editor.ask('sessions/create');
  world.chat.brain.will({ ...saying('Good.'), usage: { input_tokens: 7, output_tokens: 2 } });
  const turn = await editor.ask('turns/start', { sessionId, input: 'hello' });
  await editor.finished(turn['id']);
  const tokens = { input: 7, output: 2, total: 9 };
  expect(await editor.ask('runtime/stats', { sessionId })).toMatchObject({ tokens });
  expect(await editor.ask('logging/stats')).toMatchObject({
    ...{ recordsByCategory: { tokens: 1 }, usageStats: { totals: tokens } },
  });
  const { csv } = await editor.ask('logging/tokenCsv');
  expect(csv).toContain(',input_tokens,output_tokens,');
  expect(csv).toContain(',1,7,2,0,0,9\n');
  expect(await editor.ask('auth/status')).toEqual({
    ...{ anthropic: false, openaiOAuth: false, openaiAccessToken: false, openrouterApiKey: false },
  });
  expect(await editor.ask('initialize')).toMatchObject({
    capabilities: { runtime: { stats: { tokens: true } }, memory: { supported: true } },
  });
});
