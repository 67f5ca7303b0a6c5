import { Logger } from '@nestjs/common';
import { InProcessEventBus } from './in-process-event-bus.js';

describe('InProcessEventBus', () => {
  const bus = () => new InProcessEventBus();

  it('calls listeners at once, in the order they subscribed', () => {
    const events = bus();
    const seen: string[] = [];
    events.on('policy.changed', ({ at }) => void seen.push(`first ${at}`));
    events.on('policy.changed', ({ at }) => void seen.push(`second ${at}`));
    events.emit('policy.changed', { at: 7 });
    expect(seen).toEqual(['first 7', 'second 7']);
  });

  it('keeps a failing listener from the others and from who emitted, and logs it', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const events = bus();
    const seen: string[] = [];
    events.on('policy.changed', () => {
      throw new Error('sync trouble');
    });
    events.on('policy.changed', () => Promise.reject(new Error('async trouble')));
    events.on('policy.changed', () => void seen.push('reached'));
    events.emit('policy.changed', { at: 1 });
    await Promise.resolve();
    expect(seen).toEqual(['reached']);
    expect(logged.mock.calls.map(([text]) => String(text).split('\n')[0])).toEqual([
      'A listener of policy.changed failed: Error: sync trouble',
      'A listener of policy.changed failed: Error: async trouble',
    ]);
    logged.mockRestore();
  });

  it('ends exactly the subscription whose function is called, also in the middle of a round', () => {
    const events = bus();
    const seen: string[] = [];
    const listener = () => void seen.push('same');
    const endFirst = events.on('policy.changed', listener);
    events.on('policy.changed', listener);
    events.on('policy.changed', () => endFirst());
    events.emit('policy.changed', { at: 1 });
    events.emit('policy.changed', { at: 2 });
    expect(seen).toEqual(['same', 'same', 'same']);
  });

  it('says nothing to listeners of other events', () => {
    const events = bus();
    const listener = jest.fn();
    events.on('health.changed', listener);
    events.emit('policy.changed', { at: 1 });
    expect(listener).not.toHaveBeenCalled();
  });
});
