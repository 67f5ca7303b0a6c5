import { RPC_LIMITS } from '@kenny/contract';
import { LargeIntake, LargeMessages } from './large-messages.js';

const MESSAGE = RPC_LIMITS.requestBytes + 1;

/** A socket of Anna's that is asked to be read, or not. */
function aSocket(messages: LargeMessages, token = 'anna') {
  const line = {
    reads: true,
    pause: () => (line.reads = false),
    resume: () => (line.reads = true),
  };
  return { line, intake: new LargeIntake(messages, token, line) };
}

const largeMessage = (id: number, method = 'turns/start') =>
  Buffer.from(`{"jsonrpc":"2.0","id":${id},"method":"${method}",`.padEnd(MESSAGE));

it('reads on where messages are as short as usual', () => {
  const { line, intake } = aSocket(new LargeMessages());
  for (let count = 0; count < 500; count += 1) {
    intake.bytes(RPC_LIMITS.requestBytes);
    expect(intake.refused(Buffer.alloc(10))).toBeUndefined();
  }
  expect(line.reads).toBe(true);
});

it('reads no third long message of a token until one of two is gone', () => {
  const messages = new LargeMessages();
  const sockets = [aSocket(messages), aSocket(messages), aSocket(messages)] as const;
  const [first, second] = sockets;
  const read = () => sockets.map(({ line }) => line.reads);
  for (const { intake } of sockets) intake.bytes(MESSAGE);
  expect(read()).toEqual([true, true, false]);
  expect(aSocket(messages, 'bert').line.reads).toBe(true);
  expect(first.intake.refused(largeMessage(1))).toBeUndefined();
  // It is one byte longer than usual and still at work.
  expect(read()).toEqual([true, true, false]);
  second.intake.end();
  expect(read()).toEqual([true, true, true]);
});

it('counts a long message until it is answered', () => {
  const messages = new LargeMessages();
  const { intake } = aSocket(messages);
  for (let id = 1; id <= 65; id += 1) {
    intake.bytes(MESSAGE);
    expect(intake.refused(largeMessage(id))).toBeUndefined();
  }
  const { line, intake: other } = aSocket(messages);
  other.bytes(MESSAGE);
  expect(line.reads).toBe(false);
  intake.answered(17);
  expect(line.reads).toBe(true);
});

it('names the request that must not be so long, and forgets a socket that has closed', () => {
  const messages = new LargeMessages();
  const [one, other, next] = [aSocket(messages), aSocket(messages), aSocket(messages)];
  one.intake.bytes(MESSAGE);
  expect(one.intake.refused(largeMessage(7, 'sessions/rename'))).toBe(7);
  one.intake.bytes(MESSAGE);
  expect(one.intake.refused(Buffer.alloc(MESSAGE))).toBeNull();
  one.intake.bytes(MESSAGE);
  other.intake.bytes(MESSAGE);
  next.intake.bytes(MESSAGE);
  other.intake.end();
  one.intake.end();
  expect(next.line.reads).toBe(true);
});
