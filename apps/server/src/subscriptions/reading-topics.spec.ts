import {
  type ApprovalsSubscribed,
  type ApprovalState,
  type AuditRowView,
  type AuditSubscribed,
  type WsNotification,
} from '@kenny/contract';
import type { GateRecord } from '@kenny/gate';
import { FakeClock, strictFake } from '@kenny/testing';
import { anApproval } from '../../test/cli-answers.js';
import type { AuditReader, AuditStore } from '../audit/index.js';
import { InProcessEventBus } from '../kernel/index.js';
import type { ApprovalsService } from '../policy/index.js';
import { ApprovalTopic } from './approval-topic.js';
import { AuditTopic } from './audit-topic.js';
import type { Watcher } from './watcher.js';

/** What happens between the question to the database and its answer. */

const RUN = '0a0f1c52-5d0a-4b52-9d4c-3f6f0c9b7c11';

/** A read that ends when the test says so. */
class HeldRead<T> {
  private finish: (value: T) => void = () => undefined;
  readonly read = () => new Promise<T>((resolve) => (this.finish = resolve));
  end(value: T): void {
    this.finish(value);
  }
}

function aWatcher() {
  const seen: { seq: number; what: unknown }[] = [];
  const watcher: Watcher = {
    open: true,
    push(message) {
      const { payload } = JSON.parse(message.toString()) as WsNotification;
      seen.push({ seq: Number(payload['seq']), what: payload['approval'] ?? payload['row'] });
      return true;
    },
    pushLast: () => undefined,
  };
  return { watcher, seen };
}

describe('a subscription to approvals', () => {
  const clock = new FakeClock();
  const step = (id: string, state: ApprovalState, agent_id = 'pc1') =>
    anApproval({ id, state, agent_id });
  /** Made of a view: only what the view shows matters here. */
  const stored = (id: string, state: ApprovalState) =>
    ({
      ...step(id, state),
      requested_at: 0,
      approve_by: 0,
      decisions: [],
    }) as unknown as GateRecord;

  function world() {
    const events = new InProcessEventBus();
    const held = new HeldRead<GateRecord[]>();
    const approvals = strictFake<ApprovalsService>('ApprovalsService', { listOpen: held.read });
    return { events, held, topic: new ApprovalTopic(approvals, events, clock, RUN) };
  }

  it('lays what happened while it read over what it read', async () => {
    const { events, held, topic } = world();
    const { watcher, seen } = aWatcher();
    let answer: ApprovalsSubscribed | undefined;
    const begun = topic.subscribe(['pc1'], watcher, (text) => {
      answer = JSON.parse(text) as ApprovalsSubscribed;
    });
    events.emit('approval.changed', { approval: step('new', 'pending') });
    events.emit('approval.changed', { approval: step('elsewhere', 'pending', 'pc2') });
    events.emit('approval.changed', { approval: step('ended', 'denied') });
    events.emit('approval.changed', { approval: step('moved', 'approved') });
    events.emit('approval.changed', { approval: step('moved', 'sent') });
    held.end([stored('ended', 'pending'), stored('moved', 'pending'), stored('same', 'pending')]);
    await begun;
    const states = Object.fromEntries(answer?.items.map(({ id, state }) => [id, state]) ?? []);
    expect(states).toEqual({ new: 'pending', moved: 'sent', same: 'pending' });
    expect(seen).toEqual([]);
    events.emit('approval.changed', { approval: step('new', 'approved') });
    expect(seen).toMatchObject([{ seq: (answer?.seq ?? 0) + 1, what: { state: 'approved' } }]);
  });

  it('of somebody who left meanwhile comes to nothing', async () => {
    const { events, held, topic } = world();
    const { watcher, seen } = aWatcher();
    const begun = topic.subscribe(null, watcher, () => undefined);
    Object.assign(watcher, { open: false });
    held.end([]);
    await begun;
    events.emit('approval.changed', { approval: step('new', 'pending') });
    expect(seen).toEqual([]);
  });
});

describe('a subscription to the audit log', () => {
  const row = (seq: number): AuditRowView => {
    const part: Partial<AuditRowView> = { seq, id: `row${seq}`, agent_id: 'pc1' };
    return part as AuditRowView;
  };

  it('brings every row once: those read, those that came meanwhile, those to come', async () => {
    const events = new InProcessEventBus();
    const held = new HeldRead<AuditRowView[]>();
    const store = { head: 5 };
    const reader = strictFake<AuditReader>('AuditReader', {
      placeOf: () => Promise.resolve(3),
      allAfter: held.read,
    });
    const topic = new AuditTopic(reader, store as AuditStore, events, new FakeClock(), RUN);
    const { watcher, seen } = aWatcher();
    let items: AuditSubscribed['items'] = [];
    const begun = topic.subscribe(null, 'row3', watcher, (text) => {
      ({ items } = JSON.parse(text) as AuditSubscribed);
    });
    // The question for the place of row 3 is answered first.
    await Promise.resolve();
    await Promise.resolve();
    const told = (seq: number) => {
      store.head = seq;
      events.emit('audit.appended', { rows: [row(seq)] });
    };
    told(6);
    // Row 7 is in the database already, and will be told of in a moment.
    held.end([4, 5, 6, 7].map((seq) => row(seq)));
    await begun;
    told(7);
    told(8);
    expect(items.map(({ seq }) => seq)).toEqual([4, 5, 6]);
    expect(seen.map(({ what }) => (what as AuditRowView).seq)).toEqual([7, 8]);
  });
});
