import { canonicalText } from '@kenny/kernel';
import { fixture, fixtureNames, fixtureText } from '../../test/fixtures.js';
import {
  AGENT_TOOL_NAMES,
  FRAMES,
  FRAME_TYPES,
  WIRE_ERROR_CODES,
  check,
  encodeFrame,
  isSectionName,
  parseFrame,
  type FrameType,
} from '../index.js';

const errorFixture = (code: string): string => `response_error_${code}`;

function parsed<T extends FrameType>(name: string, type: T) {
  const result = parseFrame(fixtureText('frames', name), [type]);
  if (!result.ok) throw new Error(`${name}: ${result.reason}`);
  return result.frame;
}

describe('frame fixtures', () => {
  it('exist for every frame and every wire error code, and there are no others', () => {
    const expected = [...FRAME_TYPES, ...WIRE_ERROR_CODES.map(errorFixture)];
    expect(fixtureNames('frames')).toEqual(expected.sort());
  });

  it.each(FRAME_TYPES)('%s parses, and is the same after a round trip', (type) => {
    const frame = parsed(type, type);
    expect(frame.type).toBe(type);
    expect(canonicalText(JSON.parse(encodeFrame(frame)))).toBe(
      canonicalText(fixture('frames', type)),
    );
  });

  it.each(WIRE_ERROR_CODES)('the error %s parses as a failed response', (code) => {
    const frame = parsed(errorFixture(code), 'response');
    expect(frame.ok).toBe(false);
    expect(frame.error?.code).toBe(code);
    expect(frame.error?.message).not.toBe('');
  });

  it('the request names a tool whose arguments hold', () => {
    const frame = parsed('request', 'request');
    expect(AGENT_TOOL_NAMES).toContain(frame.tool);
    expect(check(`args:${frame.tool}`, frame.args)).toEqual([]);
  });

  it('the telemetry holds valid sections, one that could not be read, and one of a later protocol', () => {
    const { snapshot } = parsed('telemetry', 'telemetry');
    const names = Object.keys(snapshot);
    const known = names.filter(isSectionName);
    for (const name of known) expect(check(`section:${name}`, snapshot[name])).toEqual([]);
    expect(known.length).toBeGreaterThan(0);
    expect(names.length).toBeGreaterThan(known.length);
    expect(Object.values(snapshot)).toContainEqual(expect.objectContaining({ readable: false }));
  });

  it('register, challenge and auth are a handshake that really happened: the first golden vector', () => {
    const { vectors } = fixture('vectors', 'mutual_auth') as { vectors: Record<string, string>[] };
    const { agent_id, client_nonce } = parsed('register', 'register');
    const { server_nonce, server_sig } = parsed('challenge', 'challenge');
    const { agent_sig } = parsed('auth', 'auth');
    const fields = { agent_id, client_nonce, server_nonce, server_sig, agent_sig };
    expect(vectors[0]).toMatchObject(fields);
  });

  it('every frame says who sends it and what for', () => {
    for (const { direction, purpose } of Object.values(FRAMES)) {
      expect(['agent → server', 'server → agent', 'both']).toContain(direction);
      expect(purpose).not.toBe('');
    }
  });
});
