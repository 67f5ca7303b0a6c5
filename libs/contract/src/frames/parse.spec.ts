import fc from 'fast-check';
import { fixture, fixtureText } from '../../test/fixtures.js';
import { CAPS, FRAME_TYPES, encodeFrame, parseFrame, type FrameType } from '../index.js';

const parse = (text: string, allowed: readonly FrameType[] = FRAME_TYPES) =>
  parseFrame(text, allowed);

/** Why the text was refused; fails the test when it was not. */
function reasonOf(text: string): string {
  const result = parse(text);
  if (result.ok) throw new Error(`accepted: ${text.slice(0, 200)}`);
  return result.reason;
}

/** A valid frame of the type, changed. */
function changed(type: FrameType, changes: Record<string, unknown>): string {
  return JSON.stringify({ ...(fixture('frames', type) as object), ...changes });
}

describe('parseFrame', () => {
  it.each([
    ['', 'not JSON'],
    ['{', 'not JSON'],
    ['{"type":"ping"} {"type":"ping"}', 'not JSON'],
    ['\u0000\u0001\u0002\ufffd', 'not JSON'],
    ['\ufeff{"type":"ping"}', 'not JSON'],
    ["{'type':'ping'}", 'not JSON'],
    ['NaN', 'not JSON'],
    ['null', 'not a JSON object'],
    ['"ping"', 'not a JSON object'],
    ['[{"type":"ping"}]', 'not a JSON object'],
    ['{}', 'unknown or unexpected type'],
    ['{"type":7}', 'unknown or unexpected type'],
    ['{"type":"PING"}', 'unknown or unexpected type'],
    ['{"type":"toString"}', 'unknown or unexpected type'],
    ['{"type":"ping","x":{"__proto__":{"ok":true}}}', 'key __proto__ is not allowed'],
    [`{"type":"ping","x":${'{"y":'.repeat(CAPS.depth)}1${'}'.repeat(CAPS.depth)}}`, 'deeper than'],
    [`{"type":"ping","x":[${'0,'.repeat(CAPS.nodes)}0]}`, 'more than'],
  ])('refuses %.40j', (text, reason) => {
    expect(reasonOf(text)).toContain(reason);
  });

  it('takes only the types that its caller expects', () => {
    expect(parse('{"type":"ping"}', ['pong'])).toEqual({
      ok: false,
      reason: 'unknown or unexpected type',
    });
    expect(parse('{"type":"ping"}', ['pong', 'ping'])).toMatchObject({
      ok: true,
      frameType: 'ping',
    });
  });

  it('ignores keys it does not know, and keeps them', () => {
    const result = parse('{"type":"ping","sent_by":"a newer agent","at":[1]}');
    expect(result).toEqual({
      ok: true,
      frameType: 'ping',
      frame: { type: 'ping', sent_by: 'a newer agent', at: [1] },
    });
  });

  it.each<[FrameType, Record<string, unknown>, string]>([
    ['register', { agent_id: '../other' }, 'agent_id'],
    ['register', { agent_id: 'x'.repeat(65) }, 'agent_id'],
    ['register', { agent_id: 'pc1\n' }, 'agent_id'],
    ['register', { meta: { hostname: 'x', os: 'bsd', version: '1' } }, 'meta.os'],
    ['register', { meta: undefined }, "required property 'meta'"],
    ['register', { client_nonce: 5 }, 'client_nonce'],
    ['auth', { agent_sig: null }, 'agent_sig'],
    ['request', { args: [] }, 'args'],
    ['request', { id: '' }, 'id'],
    ['response', { ok: 'yes' }, 'ok'],
    ['response', { result: 'text' }, 'result'],
    ['response', { ok: false, error: { code: 'timeout' } }, 'error'],
    ['telemetry', { snapshot: [] }, 'snapshot'],
    ['log', { level: 'fatal' }, 'level'],
    ['log', { message: 'x'.repeat(16_001) }, 'message'],
    [
      'policy',
      { rules: [{ id: 'a', applies_to: 'registry', pattern: 'x', reason: 'y' }] },
      'rules',
    ],
    ['policy', { rules: [{ id: 'a', applies_to: 'path', pattern: '', reason: 'y' }] }, 'rules'],
    ['cancel', { id: 5 }, 'id'],
  ])('refuses a %s with %.60j', (type, changes, place) => {
    expect(reasonOf(changed(type, changes))).toMatch(
      new RegExp(`^${type}: .*${place.replace('.', '\\.')}`),
    );
  });

  it('keeps an error code of a later protocol as it is', () => {
    const text = changed('response', { ok: false, error: { code: 'paused', message: 'a game' } });
    expect(parse(text)).toMatchObject({ ok: true, frame: { error: { code: 'paused' } } });
  });

  it('reports the id of a refused frame where it can be read, so that its call can be ended', () => {
    const refused = (text: string) => parse(text, ['response']);
    expect(refused(changed('response', { id: 'call-1', ok: 3 }))).toMatchObject({ id: 'call-1' });
    expect(refused('{"id":"call-2","type":"nonsense"}')).toMatchObject({ id: 'call-2' });
    expect(refused('{"id":"call-3","constructor":1}')).toMatchObject({ id: 'call-3' });
    expect(refused(`{"id":"call-4","a":${'['.repeat(CAPS.depth)}`)).toMatchObject({ id: 'call-4' });
    expect(refused('{"id":5,"type":"response"}')).not.toHaveProperty('id');
    expect(refused(`{"id":"${'x'.repeat(129)}"}`)).not.toHaveProperty('id');
  });

  it('does not let a key of a frame reach the prototype of anything', () => {
    parse('{"type":"ping","__proto__":{"polluted":true},"constructor":{"prototype":{"p":1}}}');
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('polluted');
  });

  it('never throws, and gives a reason on one line, whatever text arrives', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary-ascii' }),
      fc.json(),
      fc.json().map((inner) => `{"type":"telemetry","snapshot":${inner}}`),
      fc
        .record({ type: fc.constantFrom(...FRAME_TYPES), id: fc.jsonValue(), ok: fc.jsonValue() })
        .map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(text, (sent) => {
        const result = parse(sent);
        if (!result.ok) expect(result.reason).toMatch(/^[^\p{Cc}]{3,400}$/u);
      }),
      { numRuns: 500 },
    );
  });

  it('never throws on a valid frame of which any one value was replaced', () => {
    const junk = fc.oneof(fc.jsonValue(), fc.string(), fc.double());
    fc.assert(
      fc.property(fc.constantFrom(...FRAME_TYPES), fc.nat(), junk, (type, choice, value) => {
        const frame = fixture('frames', type) as Record<string, unknown>;
        const key = Object.keys(frame)[choice % Object.keys(frame).length] ?? 'type';
        const result = parse(JSON.stringify({ ...frame, [key]: value }), [type]);
        if (result.ok) expect(result.frameType).toBe(type);
        else expect(result.reason).not.toBe('');
      }),
      { numRuns: 300 },
    );
  });

  it('reads back what encodeFrame wrote', () => {
    const result = parseFrame(fixtureText('frames', 'policy'), ['policy']);
    if (!result.ok) throw new Error(result.reason);
    expect(parseFrame(encodeFrame(result.frame), ['policy'])).toEqual(result);
  });
});
