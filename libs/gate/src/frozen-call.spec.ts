import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { CATALOG } from '@kenny/contract/agent';
import { isObject } from '@kenny/kernel';
import { anApproval, at, TARGET } from '../test/world.js';
import { catalogSha256, frozenCall, openApproval, repeatKey } from './index.js';

const call = { ...TARGET, agent_id: 'pc1', tool: 'shell_exec', args: { command: 'id', n: 1 } };

describe('frozenCall', () => {
  it('is the RFC 8785 text of six fields, and its SHA-256', () => {
    const { text, sha256 } = frozenCall(call);
    expect(text).toBe(
      `{"agent_id":"pc1","agent_key":"${'a'.repeat(64)}","agent_uid":"uid-1",` +
        '"args":{"command":"id","n":1},"catalog":"cat-1","tool":"shell_exec"}',
    );
    expect(sha256).toBe(createHash('sha256').update(text).digest('hex'));
  });

  it('does not depend on the order of keys', () => {
    const turned = { ...call, args: { n: 1, command: 'id' } };
    expect(frozenCall(turned)).toEqual(frozenCall(call));
  });

  it.each([
    ['agent_uid', { agent_uid: 'uid-2' }],
    ['agent_key', { agent_key: 'b'.repeat(64) }],
    ['agent_id', { agent_id: 'pc2' }],
    ['tool', { tool: 'powershell_exec' }],
    ['an argument', { args: { command: 'id ', n: 1 } }],
    ['a further argument', { args: { command: 'id', n: 1, m: null } }],
    ['the type of an argument', { args: { command: 'id', n: '1' } }],
    ['catalog', { catalog: 'cat-2' }],
  ])('differs for another %s', (_, change) => {
    expect(frozenCall({ ...call, ...change }).sha256).not.toBe(frozenCall(call).sha256);
  });

  it('never gives two different arguments one hash', () => {
    const args = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 });
    fc.assert(
      fc.property(args, args, (a, b) => {
        const same =
          frozenCall({ ...call, args: a }).sha256 === frozenCall({ ...call, args: b }).sha256;
        expect(same).toBe(sorted(a) === sorted(b));
      }),
    );
  });

  it.each([
    ['half a character', '\ud800'],
    ['NUL', 'a\0b'],
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
  ])('refuses %s, wherever it hides', (_, value) => {
    expect(() => frozenCall({ ...call, args: { list: [{ deep: value }] } })).toThrow(RangeError);
  });
});

describe('openApproval', () => {
  it('keeps as arguments exactly what was hashed', () => {
    const given = { command: 'id', gone: undefined, zero: -0 };
    const record = openApproval({ ...anApprovalRequest(), seq: 1, args: given }, at(0));
    expect(record.args).toStrictEqual({ command: 'id', zero: 0 });
    expect(frozenCall({ ...call, args: record.args }).sha256).toBe(record.call_sha256);
  });

  it('starts pending with nothing decided', () => {
    expect(anApproval()).toMatchObject({
      state: 'pending',
      revision: 1,
      decisions: [],
      run_by: null,
      sent_at: null,
      ended_at: null,
    });
  });
});

describe('repeatKey', () => {
  const repeated = {
    principal_key: 'operator:anna',
    agent_uid: 'uid-1',
    tool: 'shell_exec',
    args: { command: 'id' },
  };

  it('is one for the same call of the same principal', () => {
    expect(repeatKey({ ...repeated, args: { command: 'id' } })).toBe(repeatKey(repeated));
  });

  it.each([
    ['principal', { principal_key: 'operator:ben' }],
    ['PC', { agent_uid: 'uid-2' }],
    ['tool', { tool: 'powershell_exec' }],
    ['argument', { args: { command: 'id -u' } }],
  ])('is another one for another %s', (_, change) => {
    expect(repeatKey({ ...repeated, ...change })).not.toBe(repeatKey(repeated));
  });
});

describe('catalogSha256', () => {
  it('changes with the meaning of a tool', () => {
    const [first, ...rest] = CATALOG.tools;
    if (!first) throw new Error('the catalog is empty');
    const changed = { ...CATALOG, tools: [{ ...first, description: 'something else' }, ...rest] };
    expect(catalogSha256(CATALOG)).toMatch(/^[0-9a-f]{64}$/);
    expect(catalogSha256(changed)).not.toBe(catalogSha256(CATALOG));
  });
});

function anApprovalRequest() {
  return {
    ...call,
    id: 'apr_2',
    kind: 'change' as const,
    risk: 'high' as const,
    two_key: false,
    door: 'http' as const,
    requested_by: {
      kind: 'operator' as const,
      id: 'anna',
      name: 'Anna',
      session_id: null,
      turn_id: null,
    },
    principal_key: 'operator:anna',
    reason: null,
    tainted_by: [],
    look_twice: [],
    previous: null,
    ttl_ms: 1000,
  };
}

/** JSON with sorted keys, made without the code under test. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
