import fc from 'fast-check';
import { HOUR_MS } from '@kenny/kernel';
import { authWorld, LOCAL, publicKey, SOMEBODY, type AuthWorld } from '../../../test/auth-world.js';
import { tempDirs } from '../../../test/temp-dir.js';
import { ENROLMENT_MS } from './enrolment-rules.js';

const tempDir = tempDirs();

/** What the rules of design §3 say of one PC, in the plainest words. */
interface Model {
  token: string;
  expires_at: number;
  usedBy: string | null;
  current: string | null;
  next: string | null;
  readonly retired: Set<string>;
}

const key = fc.nat({ max: 3 });
const step = fc.oneof(
  { arbitrary: fc.record({ do: fc.constant('enroll' as const), key }), weight: 4 },
  fc.record({ do: fc.constant('enrollOld' as const), key }),
  fc.record({ do: fc.constantFrom('rotate' as const, 'revoke' as const) }),
  { arbitrary: fc.record({ do: fc.constant('sign' as const), key }), weight: 2 },
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }),
);

describe('the life of an enrolment', () => {
  let world: AuthWorld;
  let pcs = 0;
  beforeAll(async () => {
    world = await authWorld(tempDir());
  });
  afterAll(() => world.close());

  /** `ok`, or the code of the refusal. */
  const outcome = (ask: Promise<unknown>): Promise<string> =>
    ask.then(
      () => 'ok',
      (error: { code?: string; message: string }) => error.code ?? error.message,
    );

  const expected = (model: Model, wanted: string, now: number): string => {
    if (now >= model.expires_at) return 'unauthenticated';
    if (model.usedBy !== null) return model.usedBy === wanted ? 'ok' : 'conflict';
    if (model.retired.has(wanted) || wanted === model.current) return 'conflict';
    return 'ok';
  };

  const consume = (model: Model, wanted: string): void => {
    if (model.usedBy !== null) return;
    model.usedBy = wanted;
    if (model.current === null) model.current = wanted;
    else {
      if (model.next !== null && model.next !== wanted) model.retired.add(model.next);
      model.next = wanted;
    }
  };

  const renew = (model: Model, token: string, mode: 'rotate' | 'revoke'): void => {
    Object.assign(model, { token, usedBy: null, expires_at: world.clock.now() + ENROLMENT_MS });
    if (mode === 'rotate') return;
    for (const each of [model.current, model.next]) if (each !== null) model.retired.add(each);
    model.current = model.next = null;
  };

  it('accepts exactly the keys that a plain model of the rules accepts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const agent_id = `pc-${(pcs += 1)}`;
        const keys = [0, 1, 2, 3].map((i) => publicKey(1_000 + pcs * 4 + i));
        const { enrollment } = await world.agents.create(LOCAL, { agent_id });
        const model: Model = {
          token: enrollment.token,
          expires_at: world.clock.now() + ENROLMENT_MS,
          usedBy: null,
          current: null,
          next: null,
          retired: new Set(),
        };
        const old: string[] = [];
        const keyOf = (each: { key: number }) => keys[each.key] ?? '';
        const credentials = () => world.keys.keyFor(agent_id);
        const enroll = (token: string, public_key: string) =>
          outcome(world.enrolment.enroll(SOMEBODY, agent_id, token, { public_key }));

        for (const each of steps) {
          if (each.do === 'wait') world.clock.advance(each.hours * HOUR_MS);
          else if (each.do === 'enroll') {
            const wanted = keyOf(each);
            const verdict = expected(model, wanted, world.clock.now());
            expect(await enroll(model.token, wanted)).toBe(verdict);
            if (verdict === 'ok') consume(model, wanted);
          } else if (each.do === 'enrollOld') {
            const token = old.at(-1);
            if (!token) continue;
            expect(['unauthenticated', 'rate_limited']).toContain(await enroll(token, keyOf(each)));
          } else if (each.do === 'sign') {
            const signed = credentials()?.keys.find((k) => k.public_key === keyOf(each));
            if (!signed || !credentials()) continue;
            await world.keys.keySigned(credentials()?.agent_uid ?? '', signed.key_sha256);
            if (model.next === signed.public_key) {
              if (model.current !== null) model.retired.add(model.current);
              model.current = model.next;
              model.next = null;
            }
          } else {
            old.push(model.token);
            const { enrollment: fresh } = await world.enrolment.rekey(LOCAL, agent_id, each.do);
            renew(model, fresh.token, each.do);
          }
          expect(credentials()?.keys.map(({ public_key }) => public_key)).toEqual(
            [model.current, model.next].filter((k) => k !== null),
          );
        }
      }),
      { numRuns: 35 },
    );
  });
});
