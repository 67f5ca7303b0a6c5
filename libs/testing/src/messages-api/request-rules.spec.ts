import type { Json } from './blocks.js';
import { requestFault } from './request-rules.js';
import { ServedAnswers } from './served-answers.js';

const THOUGHT = { type: 'thinking', thinking: 'hm', signature: 'c2ln' };
const CALL = { type: 'tool_use', id: 'toolu_1', name: 'fs_read', input: {} };
const RESULT = { type: 'tool_result', tool_use_id: 'toolu_1', content: [text('x')] };
const TOOL = { name: 'fs_read', input_schema: { type: 'object', properties: {} } };
const MARK = { cache_control: { type: 'ephemeral' } };

function text(words: string): Json {
  return { type: 'text', text: words };
}
const user = (...content: unknown[]) => ({ role: 'user', content });
const model = (...content: unknown[]) => ({ role: 'assistant', content });

const ASKED: Json = { model: 'm', max_tokens: 10, tools: [TOOL], messages: [user(text('hi'))] };
const CALLED = [user(text('hi')), model(THOUGHT, CALL), user(RESULT)];

function fault(more: Json, stopReason = 'tool_use'): string | undefined {
  const served = new ServedAnswers();
  served.add({ content: [THOUGHT, CALL], stopReason });
  return requestFault({ ...ASKED, ...more }, served);
}

describe('a request', () => {
  it.each([
    ['a plain question', {}],
    ['a question in one text', { messages: [{ role: 'user', content: 'hi' }] }],
    ['results after calls', { messages: CALLED }],
    ['words after results', { messages: [...CALLED.slice(0, 2), user(RESULT, text('go on'))] }],
    ['four marks', { system: [{ ...text('s'), ...MARK }], tools: [{ ...TOOL, ...MARK }] }],
  ])('that is fine is taken: %s', (_what, more) => {
    expect(fault(more)).toBeUndefined();
  });

  it('may end with an answer only where the model has paused', () => {
    const messages = [user(text('hi')), model(text('so far'))];
    expect(fault({ messages })).toContain('prefill');
    expect(fault({ messages }, 'pause_turn')).toBeUndefined();
  });

  it.each<[string, Json, string]>([
    ['sampling parameters', { temperature: 1 }, 'temperature: Extra inputs'],
    ['top_p', { top_p: 1 }, 'top_p: Extra inputs'],
    ['no limit', { max_tokens: undefined }, 'max_tokens'],
    ['no messages', { messages: [] }, 'at least one message'],
    [
      'two users in a row',
      { messages: [user(text('a')), user(text('b'))] },
      'roles must alternate',
    ],
    ['a model that begins', { messages: [model(text('a'))] }, 'roles must alternate'],
    ['no content', { messages: [user()] }, 'non-empty content'],
    ['a blank text', { messages: [user(text(' \n'))] }, 'non-whitespace'],
    ['a blank message', { messages: [{ role: 'user', content: '' }] }, 'non-whitespace'],
    [
      'a key too many',
      { messages: [user({ ...text('a'), parsed: null })] },
      'parsed: Extra inputs',
    ],
    ['a call by the user', { messages: [user(CALL)] }, 'tool_use is not allowed'],
    [
      'a call without a result',
      { messages: [...CALLED.slice(0, 2), user(text('a'))] },
      'without `tool_result`',
    ],
    ['a call at the end', { messages: CALLED.slice(0, 2) }, 'prefill'],
    ['a result without a call', { messages: [user(RESULT)] }, 'unexpected `tool_use_id`'],
    ['two results', { messages: [...CALLED.slice(0, 2), user(RESULT, RESULT)] }, 'single result'],
    [
      'words before results',
      { messages: [...CALLED.slice(0, 2), user(text('a'), RESULT)] },
      'must come first',
    ],
    ['one call twice', { messages: [...CALLED, model(CALL), user(RESULT)] }, 'must be unique'],
    [
      'arguments that are none',
      { messages: [user(text('a')), model({ ...CALL, input: 'x' }), user(RESULT)] },
      'valid dictionary',
    ],
    [
      'a thought that was changed',
      { messages: [CALLED[0], model({ ...THOUGHT, thinking: 'h' }, CALL), CALLED[2]] },
      'cannot be modified',
    ],
    [
      'a thought that was removed',
      { messages: [CALLED[0], model(CALL), CALLED[2]] },
      'Expected `thinking`',
    ],
    [
      'a thought without signature',
      { messages: [CALLED[0], model({ ...THOUGHT, signature: '' }, CALL), CALLED[2]] },
      'Invalid `signature`',
    ],
    [
      'five marks',
      { messages: [user(...Array.from({ length: 5 }, () => ({ ...text('a'), ...MARK })))] },
      'maximum of 4',
    ],
    [
      'a mark on a thought',
      { messages: [CALLED[0], model({ ...THOUGHT, ...MARK }, CALL), CALLED[2]] },
      'thinking blocks',
    ],
    ['a bad name', { tools: [{ ...TOOL, name: 'fs.read' }] }, 'tools.0.name'],
    ['a name twice', { tools: [TOOL, { ...TOOL, description: 'x' }] }, 'unique'],
    [
      'a schema of a list',
      { tools: [{ ...TOOL, input_schema: { type: 'array' } }] },
      'input_schema.type',
    ],
    [
      'a schema that is none',
      { tools: [{ ...TOOL, input_schema: { type: 'object', properties: { a: { type: 'x' } } } }] },
      'schema is invalid',
    ],
    [
      'a choice at the top',
      { tools: [{ ...TOOL, input_schema: { type: 'object', anyOf: [] } }] },
      'anyOf',
    ],
    [
      'a picture that is none',
      {
        messages: [
          user({
            type: 'image',
            source: { type: 'base64', media_type: 'image/png', data: 'AAAA' },
          }),
        ],
      },
      'Could not process',
    ],
  ])('with %s is refused', (_what, more, words) => {
    expect(fault(more)).toContain(words);
  });
});
