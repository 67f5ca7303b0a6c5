import { CATALOG, check, encodeFrame, parseFrame } from '@kenny/contract/agent';
import { next } from '@kenny/gate';
import { evaluateSnapshot } from '@kenny/health';
import { FakeClock } from '../fake-clock.js';
import { anApproval, NOON } from './approval.js';
import { aLog, aMeta, aRegister, aRequest } from './frames.js';
import { aSnapshot, aTelemetry } from './telemetry.js';

describe('the default world', () => {
  it('sends frames that the protocol takes', () => {
    for (const frame of [aRegister(), aRequest(), aLog(), aTelemetry().frame()]) {
      expect(parseFrame(encodeFrame(frame), [frame.type])).toEqual({
        ok: true,
        frame,
        frameType: frame.type,
      });
    }
  });

  it('has exactly the mandatory sections, each of the right shape', () => {
    const mandatory = CATALOG.sections.filter((section) => section.mandatory);
    expect(Object.keys(aSnapshot()).sort()).toEqual(mandatory.map(({ name }) => name).sort());
    for (const [name, payload] of Object.entries(aSnapshot())) {
      expect(check(`section:${name}`, payload)).toEqual([]);
    }
  });

  it('is healthy: nothing in it is a warning', () => {
    const verdicts = evaluateSnapshot(aSnapshot(), NOON.wall, 'linux');
    expect(Object.values(verdicts).filter(({ status }) => status !== 'ok')).toEqual([]);
  });

  it('begins where a FakeClock begins', () => {
    expect(new FakeClock().now()).toBe(NOON.wall);
    expect(aTelemetry().frame().collected_at).toBe(new Date(NOON.wall).toISOString());
  });
});

describe('aTelemetry', () => {
  it('changes fields of a section and keeps the rest', () => {
    const { snapshot } = aTelemetry('pc2')
      .with('disk', { status: 'crit', summary: 'full' })
      .frame();
    expect(snapshot['disk']).toMatchObject({ status: 'crit', volumes: [{ mount: '/' }] });
  });

  it('starts a section the healthy PC does not send from its fixture', () => {
    const snapshot = aTelemetry().with('memory', { status: 'warn' }).snapshot();
    expect(check('section:memory', snapshot['memory'])).toEqual([]);
  });

  it('leaves out, and sends anything, when told', () => {
    const snapshot = aTelemetry().without('disk').withRaw('from_2030', [1]).snapshot();
    expect(snapshot).not.toHaveProperty('disk');
    expect(snapshot['from_2030']).toEqual([1]);
  });

  it('hands out copies', () => {
    const builder = aTelemetry();
    const first = builder.snapshot();
    first['disk'] = 'gone';
    expect(builder.snapshot()['disk']).toMatchObject({ status: 'ok' });
  });
});

describe('aRegister and aMeta', () => {
  it('announce the tools of the system', () => {
    expect(aMeta({ os: 'linux' }).tools).not.toContain('powershell_exec');
    expect(aMeta({ os: 'windows' }).tools).toContain('powershell_exec');
    expect(aRegister({ agent_id: 'pc9', meta: { hostname: 'H' } })).toMatchObject({
      agent_id: 'pc9',
      meta: { hostname: 'H', os: 'linux' },
    });
  });
});

describe('anApproval', () => {
  it('is pending and can be approved by an operator', () => {
    const approval = anApproval({ reason: null });
    const by = { kind: 'operator' as const, id: 'anna', name: 'Anna' };
    const { call_sha256 } = approval;
    const approve = { type: 'approve', two_key: false, by, call_sha256 } as const;
    expect(next(approval, approve, NOON)).toMatchObject({
      ok: true,
      changes: { state: 'approved' },
    });
  });
});
