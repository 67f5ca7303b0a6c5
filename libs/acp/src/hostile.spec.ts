import fc from 'fast-check';
import { ACP_LIMITS } from './limits/limits.js';
import { cutJson, Reading } from './limits/reading.js';
import { readOptions } from './permissions/read-ask.js';
import { readLegacyLine } from './events/read-legacy.js';
import { SeedReader } from './events/read-seed.js';
import { readV1Update } from './events/read-v1.js';

/** Every key and word that is looked for, so that hostile values stand where they are read. */
const KEYS = [
  ...['sessionUpdate', 'content', 'type', 'text', 'toolCallId', 'title', 'kind', 'status'],
  ...['locations', 'path', 'line', 'rawInput', 'rawOutput', '_meta', 'claudeCode', 'toolName'],
  ...['entries', 'priority', 'used', 'size', 'cost', 'amount', 'currency', 'availableCommands'],
  ...['name', 'description', 'input', 'hint', 'currentModeId', 'configOptions', 'id', 'options'],
  ...['category', 'currentValue', 'value', 'data', 'message', 'details', 'args', 'result'],
  ...['success', 'summary', 'artifacts', 'progress', 'level', 'prompt_id', 'prompt', 'resource'],
  ...['oldText', 'newText', 'terminalId', 'output', 'messageId', 'optionId', '__proto__'],
];
const WORDS = [
  ...['agent_message_chunk', 'agent_thought_chunk', 'user_message_chunk', 'tool_call'],
  ...['tool_call_update', 'plan', 'usage_update', 'available_commands_update', 'diff'],
  ...['current_mode_update', 'config_option_update', 'session_info_update', 'terminal', 'text'],
  ...['content', 'thinking', 'toolCall', 'complete', 'error', 'input_requested', 'select', 'mode'],
  ...['progress', 'log', 'result', 'status', 'heartbeat', 'input_required', 'session_info'],
  ...['constructor', 'toString', 'image', 'resource'],
];
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...WORDS),
    fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.integer()),
    fc.constant('😀'.repeat(50_000)),
    fc.array(tie('value'), { maxLength: 5 }),
    fc
      .array(tie('value'), { maxLength: 2 })
      .map((items): unknown[] => Array<unknown>(300).fill(items)),
    fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 8 }),
  ),
}));
const update = fc.dictionary(fc.constantFrom(...KEYS), value, { maxKeys: 12 });

/** Characters of texts, and values, in what was read. */
function sizeOf(read: unknown): number {
  if (typeof read === 'string') return read.length;
  if (typeof read !== 'object' || read === null) return 1;
  return Object.values(read).reduce((sum: number, item) => sum + sizeOf(item) + 1, 0);
}

/** A tool call is the largest: its contents, input, output, locations and names. */
const MOST =
  ACP_LIMITS.toolCharacters +
  2 * ACP_LIMITS.rawCharacters +
  ACP_LIMITS.locations * (ACP_LIMITS.pathCharacters + 10) +
  ACP_LIMITS.toolContents * (ACP_LIMITS.pathCharacters + ACP_LIMITS.idCharacters + 500) +
  10 * ACP_LIMITS.titleCharacters;
const MOST_OF_LISTS = ACP_LIMITS.modes * ACP_LIMITS.modes * 1_500;

it.each([
  ['v1', (hostile: object, reading: Reading) => readV1Update({ ...hostile }, reading)],
  ['seed', (hostile: object, reading: Reading) => new SeedReader().read({ ...hostile }, reading)],
  ['legacy', (hostile: object, reading: Reading) => readLegacyLine({ ...hostile }, reading)],
])('an update of %s is read, whatever stands in it, and is bounded', (_dialect, read) => {
  fc.assert(
    fc.property(update, (hostile) => {
      const event = read(hostile, new Reading());
      expect(typeof event.kind).toBe('string');
      expect(sizeOf(event)).toBeLessThan(event.kind === 'config' ? MOST_OF_LISTS : MOST);
    }),
    { numRuns: 500 },
  );
});

it('keeps the cut copy of any value within its limit, and all of what fits', () => {
  fc.assert(
    fc.property(value, fc.integer({ min: 100, max: 10_000 }), (hostile, most) => {
      const { json, cut } = cutJson(hostile, most);
      expect(sizeOf(json)).toBeLessThanOrEqual(most + 1);
      if (cut) return;
      // As JSON: there -0 is 0, and what is no number is null.
      expect(JSON.stringify(json)).toBe(JSON.stringify(hostile));
    }),
    { examples: [[-0, 100]] },
  );
});

it('reads the options of a permission, whatever stands in them', () => {
  fc.assert(
    fc.property(value, (hostile) => {
      const options = readOptions(hostile, new Reading());
      expect(options.length).toBeLessThanOrEqual(ACP_LIMITS.permissionOptions);
      const kinds = new Map(options.map(({ optionId, kind }) => [optionId, kind]));
      for (const { optionId, kind } of options) expect(kinds.get(optionId)).toBe(kind);
    }),
  );
});

it('says that it cut, and cuts no character in half', () => {
  const reading = new Reading();
  const event = readV1Update(
    {
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text: `x${'😀'.repeat(ACP_LIMITS.textCharacters)}` },
    },
    reading,
  );
  expect(reading.cut).toBe(true);
  if (event.kind !== 'text') throw new Error(event.kind);
  expect(event.text).toHaveLength(ACP_LIMITS.textCharacters - 1);
  expect(event.text.isWellFormed()).toBe(true);
});

it('cuts lists, and all the texts of a tool call together', () => {
  const reading = new Reading();
  const long = 'x'.repeat(ACP_LIMITS.textCharacters);
  const content = Array(60).fill({ type: 'content', content: { type: 'text', text: long } });
  const event = readV1Update({ sessionUpdate: 'tool_call', toolCallId: 'c', content }, reading);
  expect(reading.cut).toBe(true);
  if (event.kind !== 'tool_call') throw new Error(event.kind);
  expect(event.tool.content).toHaveLength(ACP_LIMITS.toolContents);
  const texts = (event.tool.content ?? []).map((one) => (one.type === 'text' ? one.text : ''));
  expect(texts.join('')).toHaveLength(ACP_LIMITS.toolCharacters);
});
