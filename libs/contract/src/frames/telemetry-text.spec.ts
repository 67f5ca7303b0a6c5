import fc from 'fast-check';
import { fixture } from '../../test/fixtures.js';
import { CAPS } from '../constants.js';
import { parseFrame } from './parse.js';
import {
  parseTelemetry,
  telemetryBeginning,
  telemetryText,
  type TelemetryText,
} from './telemetry-text.js';
import type { TelemetryFrame } from './frames.js';

const FRAME = fixture('frames', 'telemetry') as TelemetryFrame;
const HEAD = '{"type":"telemetry","agent_id":"pc1","collected_at":"2026-11-22T05:00:00Z"';
const parsed = (text: string): TelemetryText => {
  const result = parseTelemetry(text);
  if (!result.ok) throw new Error(result.reason);
  return result.frame;
};
const reasonOf = (text: string): string => {
  const result = parseTelemetry(text);
  return result.ok ? 'accepted' : result.reason;
};
const payloads = ({ sections }: TelemetryText): Record<string, unknown> =>
  Object.fromEntries(sections.map(({ name, text }) => [name, JSON.parse(text) as unknown]));

describe('a telemetry frame whose sections stay text', () => {
  it('has every section word for word, under its name, in the order of the frame', () => {
    const { sections, ...rest } = parsed(JSON.stringify(FRAME));
    const { snapshot, ...frame } = FRAME;
    expect(rest).toEqual(frame);
    expect(sections).toEqual(
      Object.entries(snapshot).map(([name, payload]) => ({ name, text: JSON.stringify(payload) })),
    );
  });

  it('is the same as one that was parsed whole', () => {
    expect(telemetryText(FRAME)).toEqual(parsed(JSON.stringify(FRAME)));
  });

  it('leaves out the space around a section, and keeps the space in it', () => {
    const { sections } = parsed(
      `${HEAD}, "snapshot" : { "disk" : {"a": [1, 2]} , "uptime":  7 } }`,
    );
    expect(sections).toEqual([
      { name: 'disk', text: '{"a": [1, 2]}' },
      { name: 'uptime', text: '7' },
    ]);
  });

  it('is not misled by what stands in strings, in keys, or deeper', () => {
    const text =
      `${HEAD},"x":"snapshot","y":{"snapshot":{"no":1}},` +
      '"snapshot":{"di\\u0073k":{"snapshot":{"a":"}],{\\""}},"last":{"b":"\\\\"}}}';
    expect(parsed(text).sections).toEqual([
      { name: 'disk', text: '{"snapshot":{"a":"}],{\\""}}' },
      { name: 'last', text: '{"b":"\\\\"}' },
    ]);
  });

  it('counts the last of two sections with one name, as JSON.parse does', () => {
    const { sections } = parsed(`${HEAD},"snapshot":{"disk":{"a":1},"x":{},"disk":{"a":2}}}`);
    expect(sections).toEqual([
      { name: 'disk', text: '{"a":2}' },
      { name: 'x', text: '{}' },
    ]);
  });

  it('may hold a section that is no JSON: whoever parses it sees that', () => {
    const { sections } = parsed(`${HEAD},"snapshot":{"disk":{"a":},"uptime":{}}}`);
    expect(sections).toEqual([
      { name: 'disk', text: '{"a":}' },
      { name: 'uptime', text: '{}' },
    ]);
  });

  it.each([
    ['not JSON', `${HEAD},"snapshot":{"disk":{}`],
    ['not JSON', `${HEAD},"snapshot":{"disk":{}},}`],
    ['must be object', `${HEAD},"snapshot":[{"disk":{}}]}`],
    ['must be object', `${HEAD},"snapshot":7}`],
    ["required property 'snapshot'", `${HEAD}}`],
    ['agent_id', `${HEAD.replace('pc1', '../pc1')},"snapshot":{}}`],
    ['key __proto__ is not allowed', `${HEAD},"snapshot":{"__proto__":{}}}`],
    ['deeper', `${HEAD},"snapshot":{"disk":${'['.repeat(CAPS.depth)}${']'.repeat(CAPS.depth)}}}`],
    ['more than', `${HEAD},"snapshot":{"disk":[${'1,'.repeat(CAPS.nodes)}1]}}`],
  ])('is refused: %s', (reason, text) => {
    expect(reasonOf(text)).toContain(reason);
  });

  it('is known by how it begins, as senders write it', () => {
    const text = JSON.stringify(FRAME);
    expect(text.startsWith(telemetryBeginning(FRAME.agent_id))).toBe(true);
    expect(text.startsWith(telemetryBeginning(`${FRAME.agent_id}2`))).toBe(false);
    expect(text.startsWith(telemetryBeginning(FRAME.agent_id.slice(0, -1)))).toBe(false);
  });

  it('says the same as parsing all of it, whatever the sections hold', () => {
    const anything = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue());
    fc.assert(
      fc.property(anything, (snapshot) => {
        const text = JSON.stringify({ ...FRAME, snapshot });
        const whole = parseFrame(text, ['telemetry']);
        if (!whole.ok) return;
        expect(payloads(parsed(text))).toEqual(whole.frame.snapshot);
      }),
    );
  });

  it('never throws, whatever text arrives', () => {
    const broken = fc.tuple(fc.nat(), fc.nat(5), fc.string()).map(([at, cut, put]) => {
      const text = JSON.stringify(FRAME);
      const place = at % text.length;
      return text.slice(0, place) + put + text.slice(place + cut);
    });
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), broken), (text) => {
        expect(() => parseTelemetry(text)).not.toThrow();
      }),
      { numRuns: 500 },
    );
  });
});
