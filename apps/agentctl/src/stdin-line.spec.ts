import { AGENTCTL_TIMES } from '@kenny/contract/agentctl';
import { FakeClock } from '@kenny/testing';
import { PassThrough } from 'node:stream';
import { firstLine } from './stdin-line.js';

describe('the first line of stdin', () => {
  it('comes in any pieces; what follows is thrown away until the end', async () => {
    const [input, clock] = [new PassThrough(), new FakeClock()];
    const line = firstLine(input, clock);
    const ended = new Promise((resolve) => input.once('end', resolve));
    for (const piece of ['{"a":', '"ä"}', '\nmore', ' and more\n']) input.write(piece);
    expect(await line).toBe('{"a":"ä"}');
    expect(clock.pendingTimers).toBe(0);
    input.end();
    await ended;
  });

  it('is not waited for without end', async () => {
    const clock = new FakeClock();
    const line = firstLine(new PassThrough(), clock);
    clock.advance(AGENTCTL_TIMES.managedLineMs);
    await expect(line).rejects.toThrow('no line of JSON has come on stdin');
  });
});
