import { API_PATHS, readAnswer } from './index.js';

describe('readAnswer', () => {
  const me = {
    kind: 'operator',
    id: 'anna',
    name: 'Anna',
    scope: 'admin',
    agents: null,
    classes: ['read'],
    decide: true,
    session: null,
  };

  it('passes an answer of the right shape, and one with keys of a later version', async () => {
    expect(await readAnswer('MeView', me)).toEqual({ ok: true, value: me });
    expect(await readAnswer('MeView', { ...me, mood: 'fine' })).toMatchObject({ ok: true });
  });

  it.each([null, [], 'ok', {}, { ...me, decide: 'yes' }])(
    'says what is wrong with %j',
    async (value) => {
      const read = await readAnswer('MeView', value);
      expect(read.ok).toBe(false);
      if (!read.ok) expect(read.issues.length).toBeGreaterThan(0);
    },
  );
});

describe('API_PATHS', () => {
  it('lets no id lead to another route', () => {
    expect(API_PATHS.agent('../tokens?x=1#')).toBe('/api/agents/..%2Ftokens%3Fx%3D1%23');
    expect(API_PATHS.approval('apr_1')).toBe('/api/approvals/apr_1');
  });
});
