import { TestBed } from '@angular/core/testing';
import { aPc } from '../../../../test/a-pc';
import { FakeWebSocket } from '../../../../test/fake-web-socket';
import { LiveSocket } from '../subscriptions/live-socket';
import { FleetStore } from './fleet-store';

const COUNTS = { crit: 0, warn: 0, offline: 0, unknown: 0, ok: 1 };
const snapshot = (run: string, seq: number, ...agents: ReturnType<typeof aPc>[]) => ({
  run,
  seq,
  fleet: { overall: 'ok', run, seq, counts: COUNTS, agents },
});
const patch = (run: string, seq: number, name: string) => ({
  run,
  seq,
  agents: [aPc({ name })],
  removed: [],
  counts: COUNTS,
});

describe('the fleet in the page', () => {
  FakeWebSocket.installed();
  let store: FleetStore;
  const asked = () => FakeWebSocket.last.sent.filter(({ action }) => action === 'fleet.subscribe');
  const names = () => store.agents().map(({ name }) => name);

  beforeEach(async () => {
    TestBed.inject(LiveSocket).connect();
    store = TestBed.inject(FleetStore);
    store.start();
    FakeWebSocket.last.accept();
    await FakeWebSocket.last.answer('fleet.subscribe', snapshot('a', 7, aPc()));
  });

  it('is the snapshot, then what patches make of it', async () => {
    expect(names()).toEqual(['kitchen']);
    await FakeWebSocket.last.push('fleet.patch', patch('a', 8, 'study'));
    expect(names()).toEqual(['study']);
    expect(asked()).toHaveLength(1);
  });

  it('is asked for again after a gap, and no patch of beyond it is shown', async () => {
    await FakeWebSocket.last.push('fleet.patch', patch('a', 9, 'wrong'));
    expect(names()).toEqual(['kitchen']);
    expect(asked()).toHaveLength(2);
    await FakeWebSocket.last.answer('fleet.subscribe', snapshot('a', 9, aPc({ name: 'right' })));
    expect(names()).toEqual(['right']);
  });

  it('is asked for again when the server was started anew, or says that it dropped some', async () => {
    await FakeWebSocket.last.push('fleet.patch', patch('b', 8, 'wrong'));
    expect(asked()).toHaveLength(2);
    await FakeWebSocket.last.answer('fleet.subscribe', snapshot('b', 8, aPc()));
    await FakeWebSocket.last.push('stream.gap', { run: 'b', seq: 8, topic: 'fleet' });
    expect(asked()).toHaveLength(3);
  });

  it('stays in the page while the connection is lost, and is asked for anew', () => {
    FakeWebSocket.last.breakOff();
    expect(names()).toEqual(['kitchen']);
    expect(TestBed.inject(LiveSocket).state()).toBe('waiting');
    jest.advanceTimersByTime(15_000);
    expect(FakeWebSocket.opened).toHaveLength(2);
    FakeWebSocket.last.accept();
    expect(asked()).toHaveLength(1);
  });
});
