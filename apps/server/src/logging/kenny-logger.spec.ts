import { Logger } from '@nestjs/common';
import { requestContext, StartupError } from '../kernel/index.js';
import { KennyLogger, type LogRecord, type LoggerOptions } from './kenny-logger.js';

function logger(options: Partial<LoggerOptions> = {}) {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const own = new KennyLogger({ level: 'info', format: 'json', stream, ...options });
  const json = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { own, lines, json };
}

describe('KennyLogger', () => {
  afterEach(() => {
    Logger.overrideLogger(false);
  });

  it('writes one JSON object a line, with the context Nest passes last', () => {
    const { own, lines, json } = logger();
    Logger.overrideLogger(own);
    new Logger('Tunnel').log('agent online', { agent_id: 'pc1' });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^\{.*\}\n$/);
    expect(json()[0]).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      context: 'Tunnel',
      msg: 'agent online',
      agent_id: 'pc1',
    });
  });

  it('leaves a refusal to start to the command line, which says it without a stack', () => {
    const { own, lines } = logger();
    own.error(new StartupError('the folder is in use'));
    expect(lines).toEqual([]);
    own.error(new Error('a fault'));
    expect(lines).toHaveLength(1);
  });

  it('keeps the wiring of the framework for whoever debugs it', () => {
    const { own, json } = logger({ level: 'debug' });
    own.log('AuthModule dependencies initialized', 'InstanceLoader');
    own.log('agent online', 'Tunnel');
    expect(json()).toMatchObject([{ level: 'debug' }, { level: 'info' }]);
  });

  it('carries the ids of the request it runs in, and no other request’s', async () => {
    const { own, json } = logger();
    await Promise.all([
      requestContext.run({ request_id: 'r1' }, async () => {
        await Promise.resolve();
        requestContext.add({ operator_id: 'anna' });
        own.log('one', 'X');
      }),
      requestContext.run({ request_id: 'r2' }, () =>
        requestContext.run({ call_id: 'c2' }, async () => {
          await Promise.resolve();
          own.log('two', 'X');
        }),
      ),
    ]);
    own.log('three', 'X');
    expect(
      json().map(({ msg, request_id, operator_id, call_id }) => ({
        msg,
        request_id,
        operator_id,
        call_id,
      })),
    ).toEqual([
      { msg: 'one', request_id: 'r1', operator_id: 'anna' },
      { msg: 'two', request_id: 'r2', call_id: 'c2' },
      { msg: 'three' },
    ]);
  });

  it('redacts texts under secret keys at any depth and leaves public things alone', () => {
    const { own, lines, json } = logger();
    own.log('secrets', {
      token: 'hunter2',
      headers: { Authorization: 'Bearer hunter2', 'set-cookie': ['hunter2'], accept: 'x' },
      private_key: 'hunter2',
      privateKey: { pem: 'hunter2' },
      public_key: 'stays',
      tokens_before: 12,
      token_id: 'tok_1',
      key_sha256: 'stays',
      password: true,
    });
    expect(lines.join()).not.toContain('hunter2');
    expect(json()[0]).toMatchObject({
      token: '[redacted]',
      headers: { Authorization: '[redacted]', accept: 'x' },
      privateKey: { pem: '[redacted]' },
      public_key: 'stays',
      tokens_before: 12,
      token_id: 'tok_1',
      key_sha256: 'stays',
      password: true,
    });
  });

  it('keeps what was given to a tool out of everything above debug', () => {
    const { own, json } = logger({ level: 'trace' });
    const call = { tool: 'shell_exec', args: { command: 'cat diary' }, script: 'x' };
    own.warn('refused', call, 'X');
    own.debug('refused', call, 'X');
    expect(json()).toMatchObject([
      { tool: 'shell_exec', args: '[only at debug]', script: '[only at debug]' },
      { args: { command: 'cat diary' }, script: 'x' },
    ]);
  });

  it.each(['json', 'human'] as const)(
    'lets no text forge a line or steer a terminal (%s)',
    (format) => {
      const { own, lines } = logger({ format });
      own.log(
        'a\nb\u001b[2Jc\u009b31md\u2028e\u202ef\r',
        { reason: 'x\ny\u0085z', 'k\n': 'v' },
        'X',
      );
      expect(lines).toHaveLength(1);
      // eslint-disable-next-line no-control-regex -- that is the test
      expect(lines[0]?.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202e]/);
      expect(lines[0]?.endsWith('\n')).toBe(true);
    },
  );

  it('writes short lines for people', () => {
    const { own, lines } = logger({ format: 'human' });
    own.log('agent online', { agent_id: 'pc1', sections: 9 }, 'Tunnel');
    expect(lines[0]).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} info {2}Tunnel agent online agent_id=pc1 sections=9\n$/,
    );
  });

  it('keeps below its level silent, and cuts what is too long', () => {
    const { own, lines, json } = logger({ level: 'warn' });
    own.log('no', 'X');
    own.warn('x'.repeat(9_000), { note: 'y'.repeat(3_000) }, 'X');
    expect(lines).toHaveLength(1);
    expect(String(json()[0]?.['msg'])).toHaveLength(8_192 + '… (9000 characters)'.length);
    expect(String(json()[0]?.['note'])).toMatch(/^y{2048}… \(3000 characters\)$/);
  });

  it('shows an error with its stack, whichever way it comes', () => {
    const { own, json } = logger();
    const trouble = new Error('broke');
    own.error(trouble, 'X');
    own.error('wrapped', trouble.stack, 'X');
    own.error('without context', trouble.stack);
    expect(json()).toMatchObject([
      { msg: 'broke', stack: expect.stringContaining('Error: broke') as string, context: 'X' },
      { msg: 'wrapped', stack: expect.stringContaining('Error: broke') as string, context: 'X' },
      { msg: 'without context', stack: expect.stringContaining('Error: broke') as string },
    ]);
  });

  it('tells listeners of trouble, already redacted', () => {
    const { own } = logger();
    const seen: LogRecord[] = [];
    const end = own.onTrouble((record) => void seen.push(record));
    own.log('fine', 'X');
    own.warn('odd', { token: 'hunter2', agent_id: 'pc1' }, 'X');
    end();
    own.error('later', 'X');
    expect(seen).toEqual([
      {
        level: 'warn',
        context: 'X',
        message: 'odd',
        fields: { token: '[redacted]', agent_id: 'pc1' },
      },
    ]);
  });
});
