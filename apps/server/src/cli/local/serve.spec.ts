import { EXIT_CODES, SERVER_FILES } from '@kenny/contract';
import { strictFake } from '@kenny/testing';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliWorld } from '../../../test/cli-world.js';
import { tempDirs } from '../../../test/temp-dir.js';
import {
  AgentsService,
  EnrolmentService,
  FirstAdminToken,
  TokensService,
  type FirstAdmin,
} from '../../auth/index.js';
import { APP_CONFIG, ServerIdentity, type AppConfig } from '../../config/index.js';
import { StartupError } from '../../kernel/index.js';
import type { RunningServer } from '../../server.js';
import { ModelKey } from '../../settings/index.js';
import { CliError } from '../errors.js';
import { Invocation } from '../invocation.js';
import { offerLocalAgent } from './local-agent.js';
import type { ParentChannel } from './parent-channel.js';
import { serve } from './serve.js';

const tempDir = tempDirs(tmpdir());
const issued = (token: string) => Promise.resolve({ enrollment: { token } });

/** A server that holds what a test gave it, by class. */
function running(...services: [unknown, object][]) {
  const found = new Map(services);
  const restart = new AbortController();
  const closed = jest.fn(() => Promise.resolve());
  const server = {
    app: strictFake<RunningServer['app']>('app', {
      get: ((type: unknown) => {
        const service = found.get(type);
        if (!service) throw new Error('nobody told what this service is');
        return service;
      }) as RunningServer['app']['get'],
    }),
    url: 'http://127.0.0.1:8000',
    restart: restart.signal,
    close: closed,
  };
  return { server, closed, restart };
}

const withAdmin = (admin: FirstAdmin) =>
  running([
    FirstAdminToken,
    {
      ensure: (keep: (token: string) => void) => {
        if (admin.kind === 'generated') keep(admin.token);
        return Promise.resolve(admin);
      },
    },
  ]);

/** The other end of the pipe that `npm start` has to its server. */
class FakeParent implements ParentChannel {
  readonly received: object[] = [];
  private readonly ending = new AbortController();
  readonly gone = this.ending.signal;
  private listener: (message: unknown) => void = () => undefined;
  private heard = () => {};

  send(message: object): void {
    this.received.push(message);
    this.heard();
  }

  onMessage(listener: (message: unknown) => void): void {
    this.listener = listener;
  }

  async ask(message: unknown): Promise<object | undefined> {
    const answered = new Promise<void>((resolve) => (this.heard = resolve));
    this.listener(message);
    await answered;
    return this.received.at(-1);
  }

  leave(): void {
    this.ending.abort();
  }
}

let world: CliWorld;
beforeEach(() => {
  world = new CliWorld(tempDir());
});

function serving(server: RunningServer, channel?: ParentChannel) {
  return serve(new Invocation(world.io(), {}), { start: () => Promise.resolve(server), channel });
}

describe('kenny serve', () => {
  it('says where it listens, shows the first admin token once, and stops when told', async () => {
    const { server, closed } = withAdmin({ kind: 'generated', token: 'kny_first' });
    world.atTerminal();
    const served = serving(server);
    await world.out.said('shown this once:\n\n    kny_first\n');
    expect(world.out.text).toMatch(/^kenny is listening on http:\/\/127\.0\.0\.1:8000\n/);
    expect(closed).not.toHaveBeenCalled();
    world.stopping.abort();
    expect(await served).toBe(0);
    expect(closed).toHaveBeenCalledTimes(1);
    expect(world.out.text).toMatch(/kenny is stopping\n$/);
  });

  it('asks to be started again when the server wants it', async () => {
    const { server, closed, restart } = withAdmin({ kind: 'existing' });
    const served = serving(server);
    await world.out.said('kenny is listening');
    restart.abort(EXIT_CODES.restart);
    expect(await served).toBe(EXIT_CODES.restart);
    expect(closed).toHaveBeenCalledTimes(1);
    expect(world.out.text).toMatch(/kenny is restarting\n$/);
  });

  it('leaves the first admin token in a file of its own where no person sees what it says', async () => {
    const dataDir = join(world.home, 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    world.env = { KENNY_DATA_DIR: dataDir };
    const file = join(dataDir, SERVER_FILES.firstToken);
    writeFileSync(file, 'of an earlier life', { mode: 0o644 });
    world.stopping.abort();
    await serving(withAdmin({ kind: 'generated', token: 'kny_first' }).server);
    expect(world.out.text).not.toContain('kny_first');
    expect(world.out.text).toContain(`    ${file}\n`);
    expect(readFileSync(file, 'utf8')).toBe('kny_first\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('says which secret file an agent on this machine could read', async () => {
    const file = join(world.home, 'token');
    writeFileSync(file, 'x'.repeat(40));
    world.env = { KENNY_OPERATOR_TOKEN_FILE: file };
    world.stopping.abort();
    await serving(withAdmin({ kind: 'environment' }).server);
    expect(world.out.text).toContain(
      `KENNY_OPERATOR_TOKEN_FILE: an agent on this machine may read`,
    );
  });

  it.each([{ kind: 'existing' }, { kind: 'environment' }] as const)(
    'shows no token when there is one already: %j',
    async (admin) => {
      world.stopping.abort();
      await serving(withAdmin(admin).server);
      expect(world.out.text).toBe(
        'kenny is listening on http://127.0.0.1:8000\nkenny is stopping\n',
      );
    },
  );

  it('warns when KENNY_OPERATOR_TOKEN is a token that was revoked', async () => {
    world.stopping.abort();
    await serving(withAdmin({ kind: 'revoked' }).server);
    expect(world.out.text).toContain('Set another one.');
  });

  it('ends with whoever started it', async () => {
    const parent = new FakeParent();
    const served = serving(withAdmin({ kind: 'existing' }).server, parent);
    await world.out.said('listening');
    parent.leave();
    expect(await served).toBe(0);
    expect(parent.received).toEqual([{ type: 'listening', url: 'http://127.0.0.1:8000' }]);
  });

  it('starts with the environment it is given', async () => {
    world.env = { KENNY_PORT: '8123' };
    world.stopping.abort();
    const seen: AppConfig[] = [];
    await serve(new Invocation(world.io(), {}), {
      start: (config) => {
        seen.push(config);
        return Promise.resolve(withAdmin({ kind: 'existing' }).server);
      },
      channel: undefined,
    });
    expect(seen).toMatchObject([{ port: 8123, dataDir: join(world.home, '.kenny') }]);
  });

  it('lists everything that is wrong with the configuration, one a line', async () => {
    world.env = { KENNY_PORT: 'x', KENNY_LOG_LEVEL: 'loud' };
    const { code, out, err } = await world.run('serve');
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toMatch(
      /^kenny: kenny cannot start with this configuration: \[bad_args\]\n {2}- KENNY_/,
    );
    expect(err.split('\n')).toHaveLength(4);
  });

  it.each([
    ['127.0.0.1:8000 is in use', Object.assign(new Error('listen'), { code: 'EADDRINUSE' })],
    ['set KENNY_PORT to 1024 or above', Object.assign(new Error('listen'), { code: 'EACCES' })],
    ['The data folder is in use.', new StartupError('The data folder is in use.')],
  ])('says what kept it from starting: %s', async (words, error) => {
    const start = () => Promise.reject(error);
    const failed = serve(new Invocation(world.io(), {}), { start, channel: undefined });
    await expect(failed).rejects.toThrow(CliError);
    await expect(failed).rejects.toThrow(words);
    await expect(failed).rejects.toMatchObject({ exit: 1 });
  });

  it('closes the server when something fails after it started, so that the process can end', async () => {
    const ensure = () => Promise.reject(new Error('disk full'));
    const { server, closed } = running([FirstAdminToken, { ensure }]);
    await expect(serving(server)).rejects.toThrow('disk full');
    expect(closed).toHaveBeenCalledTimes(1);
  });

  it('passes a fault of its own on as what it is', async () => {
    const start = () => Promise.reject(new TypeError('x of y'));
    const failed = serve(new Invocation(world.io(), {}), { start, channel: undefined });
    await expect(failed).rejects.toThrow(TypeError);
  });
});

describe('the agent of this very PC', () => {
  const REQUEST = { type: 'local_agent', agent_id: 'pc1', name: 'PC 1', has_key: true };
  const identity: [unknown, object] = [ServerIdentity, { publicKey: 'KEY=' }];
  const ANSWER = {
    type: 'local_agent',
    server: 'http://127.0.0.1:8000',
    page: 'https://kenny.example',
    server_public_key: 'KEY=',
    mcp_token: null,
    chat_key: false,
  };

  function asked(
    agents: object,
    enrolment: object,
    message: unknown = REQUEST,
    createFirst: () => Promise<{ token: string } | null> = () => Promise.resolve(null),
    chatKey: object | null = null,
  ) {
    const parent = new FakeParent();
    const { server } = running(
      [AgentsService, strictFake('AgentsService', agents)],
      [EnrolmentService, strictFake('EnrolmentService', enrolment)],
      [TokensService, strictFake('TokensService', { createFirst })],
      [APP_CONFIG, { publicUrl: 'https://kenny.example' }],
      [ModelKey, strictFake('ModelKey', { current: () => chatKey })],
      identity,
    );
    offerLocalAgent(server, parent);
    return parent.ask(message);
  }

  it('is added and gets a token the first time', async () => {
    const create = jest.fn(() => issued('kny_new'));
    expect(await asked({ get: () => undefined, create }, {})).toEqual({
      ...ANSWER,
      enroll_token: 'kny_new',
    });
    expect(create).toHaveBeenCalledWith(expect.objectContaining({ door: 'system' }), {
      agent_id: 'pc1',
      name: 'PC 1',
    });
  });

  it('needs none when it is enrolled and has its key', async () => {
    expect(await asked({ get: () => ({ key: {} }) }, {})).toEqual({
      ...ANSWER,
      enroll_token: null,
    });
  });

  it('gets another when its key is lost: the old one ends', async () => {
    const rekey = jest.fn(() => issued('kny_again'));
    const answer = await asked(
      { get: () => ({ key: {} }) },
      { rekey },
      { ...REQUEST, has_key: false },
    );
    expect(answer).toEqual({ ...ANSWER, enroll_token: 'kny_again' });
    expect(rekey).toHaveBeenCalledWith(expect.anything(), 'pc1', 'revoke');
  });

  it('comes with a token for an MCP client, the first time', async () => {
    const first = jest.fn(() => Promise.resolve({ token: 'kny_mcp' }));
    const answer = await asked({ get: () => ({ key: {} }) }, {}, REQUEST, first);
    expect(answer).toEqual({ ...ANSWER, enroll_token: null, mcp_token: 'kny_mcp' });
    // Whoever can read it must not be able to answer for a person.
    const made = expect.objectContaining({ scope: 'mcp', elicitation: false }) as unknown;
    expect(first).toHaveBeenCalledWith(expect.anything(), made);
  });

  it('comes with whether Chat has a key, wherever that is kept', async () => {
    const none = () => Promise.resolve(null);
    const answer = await asked({ get: () => ({ key: {} }) }, {}, REQUEST, none, { key: 'k' });
    expect(answer).toEqual({ ...ANSWER, enroll_token: null, chat_key: true });
  });

  it('is told in words when that fails', async () => {
    const create = () => Promise.reject(new Error('the id is no id'));
    expect(await asked({ get: () => undefined, create }, {})).toEqual({
      type: 'local_agent_failed',
      message: 'the id is no id',
    });
  });

  it.each([null, 'hello', { type: 'local_agent' }, { ...REQUEST, has_key: 1 }])(
    'is not for a message like %j',
    async (message) => {
      const parent = new FakeParent();
      offerLocalAgent(running(identity).server, parent);
      void parent.ask(message);
      await new Promise((resolve) => setImmediate(resolve));
      expect(parent.received).toEqual([{ type: 'listening', url: 'http://127.0.0.1:8000' }]);
    },
  );
});
