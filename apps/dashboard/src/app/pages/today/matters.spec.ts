import { TASK_STATES, type SectionHealth } from '@kenny/contract/web';
import fc from 'fast-check';
import { aPc } from '../../../../test/a-pc';
import { aTask } from '../../../../test/a-task';
import { anApproval } from '../../../../test/an-approval';
import { besideRequests } from '../../core/tasks/waiting-tasks';
import { firstOf, mattersOf, restWords, waitingOf } from './matters';

const bad = (name: string, status: 'crit' | 'warn', since = '2031-05-01T00:00:00Z') =>
  ({ name, status, reason: `${name} is bad`, since }) satisfies SectionHealth;
const pc = (agent_id: string, ...sections: SectionHealth[]) =>
  aPc({
    ...{ agent_id, sections, worst: sections[0] ?? null },
    overall: sections.some(({ status }) => status === 'crit') ? 'crit' : 'warn',
  });
const ids = (...args: Parameters<typeof mattersOf>) => mattersOf(...args).map(({ id }) => id);

describe('what needs somebody', () => {
  it('is empty while all is fine, or before anything is known', () => {
    expect(mattersOf([aPc(), aPc({ agent_id: 'new', overall: 'unknown' })])).toEqual([]);
  });

  it('is what is broken, what may break, who is missing, who has never come', () => {
    const off = aPc({ agent_id: 'off', overall: 'offline', online: false });
    const added = aPc({ agent_id: 'new', overall: 'unknown', online: false, last_seen: null });
    const agents = [
      added,
      off,
      pc('warns', bad('disk', 'warn')),
      pc('broken', bad('battery', 'crit')),
    ];
    expect(ids(agents)).toEqual(['broken', 'warns', 'off', 'new']);
  });

  it('goes by what is lost when nobody acts, then by what has waited longest', () => {
    const agents = [
      pc('uptime', bad('uptime', 'crit')),
      pc('disk-late', bad('disk', 'crit', '2031-05-02T00:00:00Z')),
      pc('disk-early', bad('disk', 'crit', '2031-05-01T00:00:00Z')),
      pc('drive', bad('disk_smart', 'crit')),
    ];
    expect(ids(agents)).toEqual(['drive', 'disk-early', 'disk-late', 'uptime']);
    const soon = anApproval({ id: 'soon', approve_by: '2031-05-01T00:01:00Z' });
    const later = anApproval({ id: 'later', approve_by: '2031-05-01T00:09:00Z' });
    expect(waitingOf([soon, later]).map(({ id }) => id)).toEqual(['soon', 'later']);
  });

  it('is not what somebody put off', () => {
    const snoozed = { until: '2031-06-01T00:00:00Z', reason: 'known', by: 'Anna' };
    const [matter] = mattersOf([
      pc('pc1', { ...bad('disk', 'warn'), snoozed }, bad('uptime', 'warn')),
    ]);
    expect(matter).toMatchObject({ section: { name: 'uptime' }, further: 0 });
  });

  it('is cut after five, unless two rows more have all; what is cut is counted by how it is', () => {
    const off = (n: number) => aPc({ agent_id: `off${n}`, overall: 'offline', online: false });
    const fleet = (size: number) => [
      ...Array.from({ length: 5 }, (_, n) => pc(`pc${n}`, bad('disk', 'warn'))),
      ...Array.from({ length: size - 5 }, (_, n) => off(n)),
    ];
    expect([5, 6, 7, 8].map((size) => firstOf(mattersOf(fleet(size))).length)).toEqual([
      5, 6, 7, 5,
    ]);
    expect(restWords(mattersOf(fleet(7)).slice(4))).toBe('3 more: 1 warning, 2 offline');
    expect(restWords([])).toBe('');
  });

  it('has every decision that waits in a group of its own, however many there are', () => {
    const many = Array.from({ length: 9 }, (_, n) => anApproval({ id: `apr_${n}` }));
    expect(waitingOf(many)).toHaveLength(9);
  });

  it('has tasks that do not go on without a person, those that wait longest first', () => {
    const tasks = TASK_STATES.map((state, n) =>
      aTask({ id: state, state, updated_at: `2031-05-01T00:00:0${9 - n}Z` }),
    );
    expect(besideRequests(tasks, []).map(({ id }) => id)).toEqual([
      ...['INTERRUPTED', 'FAILED', 'REVIEW', 'WAITING_FOR_INPUT'],
    ]);
  });

  it('has no task whose request is listed already, unless it waits for something else as well', () => {
    const state = 'WAITING_FOR_INPUT' as const;
    const approval = { kind: 'approval', id: 'apr_1' } as const;
    const permission = { kind: 'permission', id: 'p1' } as const;
    const tasks = [
      aTask({ id: 'asks', state, waits_for: [approval] }),
      aTask({ id: 'asks too', state, waits_for: [approval] }),
      aTask({ id: 'asks more', state, waits_for: [approval, permission] }),
      aTask({ id: 'has a question', state, waits_for: [] }),
    ];
    const by = (kind: 'task' | 'operator', id: string) => ({
      requested_by: { kind, id, name: 'x', session_id: null, turn_id: null },
    });
    const waiting = [
      ...['asks', 'asks more', 'has a question'].map((id) => anApproval(by('task', id))),
      anApproval(by('operator', 'asks too')),
    ];
    expect(new Set(besideRequests(tasks, waiting).map(({ id }) => id))).toEqual(
      new Set(['asks too', 'asks more', 'has a question']),
    );
  });

  it('names of one PC the section that matters most, and counts the others', () => {
    const sections = [bad('win_update', 'warn'), bad('memory', 'crit'), bad('defender', 'crit')];
    expect(mattersOf([pc('pc1', ...sections)])).toMatchObject([
      { health: 'crit', section: { name: 'defender' }, further: 2 },
    ]);
  });

  const statuses = fc.constantFrom('crit', 'warn', 'offline', 'unknown', 'ok');
  it('names each PC once, in an order that does not depend on how they come', () => {
    fc.assert(
      fc.property(fc.array(statuses, { maxLength: 12 }), (overalls) => {
        const agents = overalls.map((overall, i) => aPc({ agent_id: `pc${i}`, overall }));
        const found = ids(agents);
        expect(new Set(found).size).toBe(found.length);
        expect(ids([...agents].reverse())).toEqual(found);
        const needing = overalls.filter((one) => one !== 'ok' && one !== 'unknown').length;
        expect(found).toHaveLength(needing);
      }),
    );
  });
});
