import { anApproval } from '../test/world.js';
import { changedSince, type FactsNow, type PcFacts } from './index.js';

const PC: PcFacts = {
  name: 'Anna',
  online: true,
  connected_since: '2026-06-04T09:00:00.000Z',
  version: '0.1',
  health: 'ok',
  worst: null,
};
const NOW: FactsNow = { pc: PC, risk: 'high', two_key: false, refused: null, ran: null };
const then = anApproval({ pc: PC });
const withPc = (pc: Partial<PcFacts>) => changedSince(then, { ...NOW, pc: { ...PC, ...pc } });

describe('what changed since a call was asked for', () => {
  it('is nothing when nothing did', () => {
    expect(changedSince(then, NOW)).toEqual([]);
  });

  it.each<[Partial<PcFacts>, string]>([
    [{ name: 'Ben' }, 'The PC was renamed from "Anna" to "Ben".'],
    [
      { health: 'crit', worst: 'C: is 97 % full' },
      "The PC's health went from OK to critical: C: is 97 % full.",
    ],
    [
      { version: '0.2', connected_since: '2026-06-04T10:00:00.000Z' },
      "The PC's agent was replaced: version 0.2 instead of 0.1.",
    ],
    [
      { connected_since: '2026-06-04T10:00:00.000Z' },
      'The PC was away in between, or its agent was started again.',
    ],
    [{ online: false, connected_since: null, health: 'offline' }, 'The PC is no longer connected.'],
  ])('names %j', (change, words) => {
    expect(withPc(change)).toEqual([words]);
  });

  it('does not mention a reason that came and went while the health stayed the same', () => {
    const sick = { ...PC, health: 'warn' as const, worst: 'C: is 90 % full' };
    const now = { ...NOW, pc: { ...sick, worst: 'C: is 91 % full' } };
    expect(changedSince(anApproval({ pc: sick }), now)).toEqual([]);
  });

  it('names what is judged anew: rules, risk and keys', () => {
    const low = anApproval({ pc: PC, risk: 'low' });
    expect(changedSince(low, { ...NOW, two_key: true, refused: 'uses snap' })).toEqual([
      'The guard refuses it by now: it uses snap.',
      'The risk of it is now high.',
      'Two different people have to approve it by now.',
    ]);
  });

  it.each([
    [true, 'The same'],
    [false, 'Nearly the same'],
  ])(
    'says what has run meanwhile, so that it does not run twice: the same is %s',
    (same, words) => {
      expect(changedSince(then, { ...NOW, ran: { by: '<b>Ben', same } })).toEqual([
        `${words} ran on this PC since, approved by <b>Ben.`,
      ]);
    },
  );

  it('is not said of a risk that went down: the higher one counts', () => {
    expect(changedSince(then, { ...NOW, risk: 'low' })).toEqual([]);
  });

  it('says nothing of a PC that was not kept with the approval, and that one is gone', () => {
    expect(changedSince(anApproval(), NOW)).toEqual([]);
    expect(changedSince(then, { ...NOW, pc: undefined })).toEqual([
      'The PC is not in the fleet any more.',
    ]);
  });
});
