import { AGENTCTL_LIMITS, AGENTCTL_TIMES } from '@kenny/contract/agentctl';
import type { Clock } from '@kenny/kernel';
import type { Readable } from 'node:stream';
import { ConfigProblems } from './config/index.js';

const LF = 0x0a;

/**
 * The first line of a stream. What follows is read and thrown away, so that the stream's end is seen.
 * @throws ConfigProblems when it does not come, or is too long
 */
export function firstLine(input: Readable, clock: Clock): Promise<string> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let length = 0;
    const fail = (why: string): void => {
      done();
      reject(new ConfigProblems([why]));
    };
    const onData = (piece: Buffer): void => {
      const end = piece.indexOf(LF);
      pieces.push(end < 0 ? piece : piece.subarray(0, end));
      length += pieces.at(-1)?.length ?? 0;
      if (length > AGENTCTL_LIMITS.managedBytes) {
        fail(`the line on stdin is longer than ${AGENTCTL_LIMITS.managedBytes} bytes`);
      } else if (end >= 0) {
        done();
        resolve(Buffer.concat(pieces).toString('utf8'));
      }
    };
    const onEnd = (): void => fail('stdin ended before a line of JSON had come');
    const timer = clock.setTimer(
      () => fail('no line of JSON has come on stdin'),
      AGENTCTL_TIMES.managedLineMs,
    );
    const done = (): void => {
      timer.cancel();
      input.off('data', onData).off('end', onEnd).off('error', onEnd);
      input.resume();
    };
    input.on('data', onData).once('end', onEnd).once('error', onEnd);
  });
}
