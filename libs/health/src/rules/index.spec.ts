import fc from 'fast-check';
import { CATALOG, SECTION_NAMES, type JsonSchema, type SectionName } from '@kenny/contract/agent';
import { grade, type Threshold } from '../threshold.js';
import { compareSeverity, type Judgement } from '../verdict.js';
import { RULES, THRESHOLDS } from './index.js';

type Payload = Record<string, unknown>;

const schemaOf = (section: SectionName): JsonSchema =>
  CATALOG.sections.find(({ name }) => name === section)?.payload ?? {};

/** Values of a schema's shape in which every leaf may also be anything at all. */
function nearly(schema: JsonSchema): fc.Arbitrary<unknown> {
  const odd = fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true });
  const { properties, items } = schema;
  if (typeof properties === 'object' && properties !== null) {
    const fields = Object.entries(properties as Record<string, JsonSchema>);
    const shape = Object.fromEntries(fields.map(([name, inner]) => [name, nearly(inner)]));
    return fc.oneof(
      { weight: 6, arbitrary: fc.record(shape, { requiredKeys: [] }) },
      { weight: 1, arbitrary: odd },
    );
  }
  if (typeof items === 'object' && items !== null) {
    const list = fc.array(nearly(items as JsonSchema), { maxLength: 5 });
    return fc.oneof({ weight: 6, arbitrary: list }, { weight: 1, arbitrary: odd });
  }
  return fc.oneof(leaf(schema), odd, fc.constant(null));
}

function leaf({ type }: JsonSchema): fc.Arbitrary<unknown> {
  const types = [type].flat();
  if (types.includes('boolean')) return fc.boolean();
  if (types.includes('integer') || types.includes('number')) return fc.double();
  const words = ['Error', 'Stopped', 'Auto', 'failed', 'Unhealthy', 'C:', '/', '2026-02-30'];
  return fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...words));
}

const payloadOf = (section: SectionName): fc.Arbitrary<Payload> =>
  nearly(schemaOf(section)).filter(
    (value): value is Payload => typeof value === 'object' && value !== null,
  );

function judge(section: SectionName, payload: Payload, now: number): Judgement | undefined {
  return RULES[section].judge(payload, now, grade);
}

describe.each(SECTION_NAMES)('rule of %s', (section) => {
  it('never throws and says something, whatever a PC sends', () => {
    fc.assert(
      fc.property(payloadOf(section), fc.double(), (payload, now) => {
        const judged = judge(section, payload, now);
        if (judged === undefined) return;
        expect(['ok', 'warn', 'crit']).toContain(judged.status);
        expect(judged.reason.length).toBeGreaterThan(3);
      }),
      { numRuns: 150 },
    );
  });

  it('comes to the same verdict each time and leaves the payload alone', () => {
    fc.assert(
      fc.property(payloadOf(section), fc.integer(), (payload, now) => {
        const before = fc.stringify(payload);
        expect(judge(section, payload, now)).toEqual(judge(section, payload, now));
        expect(fc.stringify(payload)).toBe(before);
      }),
      { numRuns: 50 },
    );
  });
});

/** Where a number alone decides: it is put into the payload at the threshold's field. */
const NUMERIC: [SectionName, Threshold][] = SECTION_NAMES.flatMap((section) =>
  THRESHOLDS[section]
    .filter(({ measure, warn, crit }) => !measure && isNumeric(crit ?? warn))
    .map((threshold): [SectionName, Threshold] => [section, threshold]),
);

function isNumeric(bound: Threshold['warn']): boolean {
  return bound !== undefined && !('oneOf' in bound) && !('noneOf' in bound);
}

function payloadWith(field: string, value: number): Payload {
  const [list, inner] = field.split('[].');
  return inner === undefined ? { [field]: value } : { [String(list)]: [{ [inner]: value }] };
}

/** The schema at the end of a path such as `volumes[].percent_used`. */
function fieldOf(schema: JsonSchema | undefined, path: string[]): JsonSchema | undefined {
  const [part, ...rest] = path;
  if (part === undefined) return schema;
  const properties = schema?.['properties'] as Record<string, JsonSchema> | undefined;
  const field = properties?.[part.replace('[]', '')];
  const inner = part.endsWith('[]') ? field?.['items'] : field;
  return fieldOf(inner as JsonSchema | undefined, rest);
}

describe('thresholds', () => {
  it('are there for each field that a number alone decides', () => {
    expect(NUMERIC.map(([section, { field }]) => `${section} ${field}`)).toEqual([
      'disk volumes[].percent_used',
      'battery health_percent',
      'memory percent_used',
      'thermals sensors[].temperature_c',
      'reliability stability_index',
      'reliability recent_crashes',
      'uptime uptime_secs',
      'wifi_quality signal_percent',
    ]);
  });

  it.each(NUMERIC)('of %s never get better as the number gets worse (%j)', (section, threshold) => {
    const bound = threshold.crit ?? threshold.warn ?? {};
    const worseIsMore = 'over' in bound || 'from' in bound;
    const number = fc.double({ min: 0, max: 4_000_000, noNaN: true });
    const near = fc.double({ min: 0, max: 100, noNaN: true });
    const pair = fc.oneof(fc.tuple(near, near), fc.tuple(number, number));
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const [low, high] = a <= b ? [a, b] : [b, a];
        const [better, worse] = worseIsMore ? [low, high] : [high, low];
        const before = judge(section, payloadWith(threshold.field, better), 0)?.status ?? 'ok';
        const after = judge(section, payloadWith(threshold.field, worse), 0)?.status ?? 'ok';
        expect(compareSeverity(after, before)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it.each(NUMERIC)('of %s decide as the data say (%j)', (section, threshold) => {
    const number = fc.double({ min: 0, max: 4_000_000, noNaN: true });
    const near = fc.double({ min: 0, max: 100, noNaN: true });
    fc.assert(
      fc.property(fc.oneof(near, number), (value) => {
        const judged = judge(section, payloadWith(threshold.field, value), 0);
        const status = judged?.status ?? 'ok';
        if (status === grade(value, threshold)) return;
        throw new Error(
          `the rule of ${section} says ${status} for ${threshold.field} = ${value}, its threshold ` +
            `${grade(value, threshold)}: where the rule compares something else than the value ` +
            'itself, say what in `measure` (a share also says of which field, in `of`)',
        );
      }),
    );
  });

  it.each(
    SECTION_NAMES.flatMap((section) => THRESHOLDS[section].map((t) => [section, t] as const)),
  )('of %s name a field that the section has (%j)', (section, { field, measure, of }) => {
    const path = field.split('.');
    expect(fieldOf(schemaOf(section), path)).toBeDefined();
    expect(of !== undefined).toBe(measure === 'share');
    if (of) expect(fieldOf(schemaOf(section), [...path.slice(0, -1), of])).toBeDefined();
  });

  it('can be shown as JSON without loss', () => {
    expect(JSON.parse(JSON.stringify(THRESHOLDS))).toEqual(THRESHOLDS);
  });
});
