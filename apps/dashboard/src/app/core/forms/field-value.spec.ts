import { CATALOG, check } from '@kenny/contract/agent';
import fc from 'fast-check';
import { fieldsOf, type FieldShape } from './field-shape';
import { faultOf, outcomeOf, valueOf, type FieldValue } from './field-value';

const TOOLS = CATALOG.tools.filter(({ where, hidden }) => where === 'agent' && !hidden);
const fieldOf = (tool: string, name: string): FieldShape => {
  const args = CATALOG.tools.find((one) => one.name === tool)?.args ?? {};
  const field = fieldsOf(args).find((one) => one.name === name);
  if (!field) throw new Error(`${tool} has no ${name}`);
  return field;
};

/** What people, and their clipboards, put into a field of that kind. */
function typed({ kind, options, schema }: FieldShape): fc.Arbitrary<FieldValue> {
  const { pattern, minimum, maximum } = schema;
  if (kind === 'choices') return fc.subarray([...options, 'none of them']);
  if (kind === 'choice') return fc.constantFrom(...options, '', 'none of them');
  if (kind === 'toggle') return fc.constantFrom('', 'true', 'false');
  if (kind === 'number') {
    const low = typeof minimum === 'number' ? minimum : -1e6;
    const high = typeof maximum === 'number' ? maximum : 1e6;
    const near = fc.integer({ min: low - 2, max: high + 2 }).map(String);
    return fc.oneof(near, fc.double().map(String), fc.constantFrom('', ' ', '1e2', '0x10', 'ten'));
  }
  const any = fc.string({ unit: 'binary', maxLength: 80 });
  return typeof pattern === 'string'
    ? fc.oneof(any, fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: 80 }))
    : any;
}

describe('the form of a tool', () => {
  it.each(TOOLS)('$name: what it lets through, the contract lets through', ({ name, args }) => {
    const fields = fieldsOf(args);
    const filled = fc.record(Object.fromEntries(fields.map((one) => [one.name, typed(one)])));
    fc.assert(
      fc.property(filled, (values) => {
        const outcome = outcomeOf(fields, values);
        if (outcome.faults) expect(Object.keys(outcome.faults).length).toBeGreaterThan(0);
        else expect(check(`args:${name}`, outcome.args)).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it.each(TOOLS)('$name: what the contract refuses of its fields is named', ({ name, args }) => {
    const fields = fieldsOf(args);
    const filled = fc.record(Object.fromEntries(fields.map((one) => [one.name, typed(one)])));
    fc.assert(
      fc.property(filled, (values) => {
        const sent = Object.fromEntries(
          fields
            .filter((one) => (values[one.name] ?? '').length > 0)
            .filter(({ kind }) => kind === 'text' || kind === 'lines')
            .map((one) => [one.name, values[one.name]]),
        );
        const refused = new Set(check(`args:${name}`, sent).map(({ path }) => path));
        for (const one of fields) {
          if (refused.has(one.name)) expect(faultOf(one, values[one.name] ?? '')).not.toBeNull();
        }
      }),
      { numRuns: 30 },
    );
  });

  it.each(TOOLS)('$name: has a label and a field for every argument', ({ args }) => {
    const properties = Object.keys(args['properties'] ?? {});
    const fields = fieldsOf(args);
    expect(fields.map(({ name }) => name)).toEqual(properties);
    for (const { label, kind } of fields) {
      expect(label).not.toBe('');
      // Nobody should have to write JSON for a tool of the catalog.
      expect(kind).not.toBe('json');
    }
  });
});

describe('a field', () => {
  it('says what is wrong in words', () => {
    const timeout = fieldOf('shell_exec', 'timeout_s');
    expect(faultOf(timeout, '601')).toBe('Not above 600.');
    expect(faultOf(timeout, '0')).toBe('Not below 1.');
    expect(faultOf(timeout, '1.5')).toBe('Only whole numbers.');
    expect(faultOf(timeout, '')).toBeNull();
    expect(faultOf(fieldOf('shell_exec', 'command'), '')).toBe('Fill this in.');
    expect(faultOf(fieldOf('winget_install', 'id'), '--force')).toContain('Mozilla.Firefox');
  });

  it('knows scripts, choices and what counts when it is left empty', () => {
    expect(fieldOf('powershell_exec', 'script')).toMatchObject({ kind: 'lines', mono: true });
    const sections = fieldOf('telemetry_collect', 'sections');
    expect(sections).toMatchObject({ kind: 'choices', required: false });
    expect(sections.options.length).toBeGreaterThan(20);
    const timeout = fieldOf('shell_exec', 'timeout_s');
    expect(timeout).toMatchObject({ kind: 'number', fallback: '30', unit: 's' });
  });

  it('is filled again with what was sent before', () => {
    const fields = fieldsOf(TOOLS.find(({ name }) => name === 'shell_exec')?.args ?? {});
    const args = { command: 'echo one\necho two', timeout_s: 7 };
    const values = Object.fromEntries(
      fields.map((one) => [one.name, valueOf(one, args[one.name as keyof typeof args])]),
    );
    expect(outcomeOf(fields, values)).toEqual({ args });
  });

  it('of kinds that no tool has yet still works: yes or no, one of several, anything else', () => {
    const fields = fieldsOf({
      properties: {
        force: { type: 'boolean' },
        mode: { type: 'string', enum: ['a', 'b'] },
        level: { enum: [1, 2] },
        extra: { type: 'object' },
      },
      required: ['force'],
    });
    const values = { force: 'false', mode: 'b', level: '2', extra: '{"x": [1]}' };
    expect(outcomeOf(fields, values)).toEqual({
      args: { force: false, mode: 'b', level: 2, extra: { x: [1] } },
    });
    expect(outcomeOf(fields, { mode: 'c', extra: '{' })).toEqual({
      faults: { force: 'Fill this in.', mode: 'Choose one.', extra: 'This is no JSON.' },
    });
  });
});
