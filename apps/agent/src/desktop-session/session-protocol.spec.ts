import { readOutcome } from './session-calls.js';
import {
  pipeName,
  readAnswer,
  readHelpStarted,
  readRequest,
  SESSION_ACTIONS,
} from './session-protocol.js';

const ID = '0b6f2c1e-6f0f-4f55-9f65-0d8a0a4c7a11';

describe('a question to the helper', () => {
  it.each(SESSION_ACTIONS)('may be %s, and then carries nothing else', (action) => {
    expect(readRequest({ id: ID, action, path: 'C:\\evil.exe' })).toEqual({ id: ID, action });
  });

  it.each([
    null,
    'hello',
    [],
    { id: ID },
    { action: 'hello' },
    { id: ID, action: 'run' },
    { id: ID, action: ['hello'] },
    { id: 'x', action: 'hello' },
    { id: `${ID}\n`, action: 'hello' },
    { id: ID, action: 'constructor' },
  ])('is not %j', (value) => {
    expect(readRequest(value)).toBeUndefined();
  });

  it('goes to the pipe of its own session', () => {
    expect(pipeName(2)).toBe('\\\\.\\pipe\\kenny-agent-session-2');
  });
});

describe('an answer of the helper', () => {
  it('counts for its own question only', () => {
    expect(readAnswer({ id: ID, ok: true, value: 7 }, ID)).toEqual({ id: ID, ok: true, value: 7 });
    expect(readAnswer({ id: 'another', ok: true, value: 7 }, ID)).toBeUndefined();
    expect(readAnswer({ ok: true }, ID)).toBeUndefined();
  });

  it('that refuses says why in one line that is not endless, or is none', () => {
    const reason = `no screen\nand more ${'x'.repeat(1_000)}`;
    expect(readAnswer({ id: ID, ok: false, reason }, ID)).toMatchObject({ reason: 'no screen' });
    const long = readAnswer({ id: ID, ok: false, reason: 'x'.repeat(1_000) }, ID);
    expect(long).toMatchObject({ reason: 'x'.repeat(300) });
    for (const none of ['', ' \n', 7, undefined]) {
      expect(readAnswer({ id: ID, ok: 'true', reason: none }, ID)).toBeUndefined();
    }
  });

  it.each([
    [{ pid: 12 }, 12],
    [{ pid: 0 }, null],
    [{ pid: -1 }, null],
    [{ pid: 1.5 }, null],
    [{ pid: '12' }, null],
    [null, null],
  ])('names the process of Quick Assist when it is one: %j', (value, pid) => {
    expect(readHelpStarted(value)).toEqual({ pid });
  });

  it('comes from the child that asked as one line of JSON, or is none', () => {
    expect(readOutcome('{"ok":true,"value":1}\n')).toEqual({ ok: true, value: 1 });
    expect(readOutcome('{"ok":false,"reason":"no","nobody":true}')).toEqual({
      ...{ ok: false, reason: 'no', nobody: true },
    });
    for (const text of ['', 'null', '{"ok":false}', '{"ok":"true"}', 'Segmentation fault']) {
      expect(readOutcome(text)).toBeUndefined();
    }
  });
});
