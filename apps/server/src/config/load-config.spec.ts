import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ENV, PRIVATE_MARKER, type EnvVariable } from '@kenny/contract';
import { getMetadataStorage } from 'class-validator';
import { generate } from 'selfsigned';
import { tempDirs } from '../../test/temp-dir.js';
import { prepareDataFolder } from './data-folder.js';
import { EnvDto } from './env.dto.js';
import { ConfigError, loadConfig } from './load-config.js';
import { isLoopback } from './loopback.js';
import { postgresPlace } from './postgres-address.js';
import { runsAs } from './runs-as.js';

const tempDir = tempDirs();
const problemsOf = (env: Record<string, string>, cwd = '/srv'): readonly string[] => {
  try {
    loadConfig(env, cwd);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

async function certificateIn(folder: string): Promise<void> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }]);
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key);
}

describe('loadConfig', () => {
  it('knows every server variable of the contract, and no other', () => {
    const rules = getMetadataStorage().getTargetValidationMetadatas(EnvDto, '', true, false);
    const known = [...new Set(rules.map(({ propertyName }) => propertyName))].sort();
    const listed = Object.entries<EnvVariable>(ENV)
      .filter(([, { readers }]) => readers.includes('server'))
      .map(([name]) => name)
      .sort();
    expect(known).toEqual(listed);
  });

  it('starts on loopback with an SQLite file from an empty environment', () => {
    const config = loadConfig({}, '/srv');
    expect(config).toEqual({
      host: '127.0.0.1',
      port: 8000,
      dataDir: '/srv/.kenny',
      address: { kept: null, given: [] },
      database: { type: 'sqlite', file: '/srv/.kenny/kenny.sqlite' },
      publicUrl: 'http://127.0.0.1:8000',
      tls: null,
      tlsCa: null,
      trustProxy: [],
      insecureHttp: false,
      demo: false,
      operatorToken: null,
      serverSeed: null,
      releaseKey: null,
      allowTokenAuth: false,
      telemetryIntervalSecs: 900,
      approvalTtlSecs: 3600,
      backup: {
        dir: '/srv/.kenny/backups',
        daily: null,
        beforeUpgrade: true,
        recipients: [],
        bucket: null,
      },
      pushHosts: (ENV.KENNY_PUSH_HOSTS.default ?? '').split(','),
      releaseFeed: null,
      retentionDays: 30,
      // Whatever this machine is.
      runsAs: runsAs(undefined, {}, '/srv/.kenny'),
      anthropic: { apiKey: null, baseUrl: null, model: 'claude-sonnet-4-6', prices: null },
      tasks: {
        agentTypesFile: '/srv/.kenny/agent-types.json',
        ...{ maxConcurrent: 3, retrySecs: 30, stallSecs: 600, sandbox: true },
      },
      places: { home: homedir(), path: [], docker: null, variables: {} },
      logLevel: 'info',
    });
  });

  it('knows of the machine where programs lie, and none of the other variables', () => {
    const env = { PATH: '/usr/bin:bin:/opt/x', HOME: '/home/anna', APPDATA: 'x', AWS_SECRET: 'y' };
    const docker = { DOCKER_HOST: 'unix:///run/other.sock' };
    expect(
      loadConfig({ ...env, ...docker, KENNY_TASKS_AGENT_TYPES: 'types.json' }, '/srv'),
    ).toMatchObject({
      places: {
        path: ['/usr/bin', '/opt/x'],
        docker: '/run/other.sock',
        variables: { HOME: '/home/anna' },
      },
      tasks: { agentTypesFile: '/srv/types.json' },
    });
  });

  it('is frozen all the way down', () => {
    const config = loadConfig({}, '/srv');
    expect(() => Object.assign(config, { port: 1 })).toThrow(TypeError);
    expect(() => Object.assign(config.anthropic, { model: 'x' })).toThrow(TypeError);
  });

  it('lists every problem at once, in words', () => {
    const problems = problemsOf({
      KENNY_PORT: '70000',
      KENNY_PROT: '1',
      KENNY_INSECURE_HTTP: 'yes',
      KENNY_LOG_LEVEL: 'loud',
      KENNY_SERVER_PRIVATE_KEY: 'c2hvcnQ=',
      KENNY_OPERATOR_TOKEN: 'x'.repeat(31),
      KENNY_TLS_CERT: '/no/such.pem',
      KENNY_TRUST_PROXY: '10.0.0.0/33',
      KENNY_PUBLIC_URL: 'https://kenny.example/sub',
      KENNY_DATABASE_URL: 'mysql://root:hunter2@db',
      KENNY_MODEL_PRICES: 'claude-sonnet-4-6=3/15',
    });
    expect(problems).toEqual([
      'KENNY_PROT is not a kenny variable; correct or remove it; did you mean KENNY_PORT?',
      'KENNY_PORT must be a whole number from 0 to 65535, not "70000"',
      'KENNY_DATABASE_URL must be a postgres:// address',
      'KENNY_PUBLIC_URL must be an http:// or https:// address without path, query or credentials, not "https://kenny.example/sub"',
      'KENNY_TRUST_PROXY must be a comma-separated list of IP addresses or networks like 10.0.0.0/8, not "10.0.0.0/33"',
      'KENNY_INSECURE_HTTP must be 0 or 1, not "yes"',
      'KENNY_OPERATOR_TOKEN must be at least 32 printable characters without blanks; make one with: openssl rand -hex 32',
      'KENNY_SERVER_PRIVATE_KEY must be the standard base64 of exactly 32 bytes (44 characters)',
      'KENNY_MODEL_PRICES must be a currency and models with four prices each, like EUR, claude-sonnet-4-6=3/15/0.3/3.75, not "claude-sonnet-4-6=3/15"',
      'KENNY_LOG_LEVEL must be one of error, warn, info, debug, trace, not "loud"',
      'KENNY_TLS_CERT and KENNY_TLS_KEY belong together; KENNY_TLS_KEY is missing',
    ]);
  });

  it('never repeats a secret in its complaint', () => {
    const secret = 'hunter2 hunter2';
    const complaint = problemsOf({
      KENNY_OPERATOR_TOKEN: secret,
      KENNY_SERVER_PRIVATE_KEY: secret,
      ANTHROPIC_API_KEY: secret,
      KENNY_DATABASE_URL: secret,
    }).join('\n');
    expect(complaint.split('\n')).toHaveLength(4);
    expect(complaint).not.toContain('hunter2');
  });

  it('knows where backups go, how often, and to whom', () => {
    const key = `age1${'q'.repeat(58)}`;
    const off = { KENNY_BACKUP_EVERY: 'off', KENNY_BACKUP_BEFORE_UPGRADE: 'off' };
    const set = { KENNY_BACKUP_DIR: 'far', ...off };
    const { backup } = loadConfig({ ...set, KENNY_BACKUP_RECIPIENTS: `${key}, ${key}` }, '/srv');
    expect(backup).toEqual({
      dir: '/srv/far',
      daily: false,
      beforeUpgrade: false,
      recipients: [key, key],
      bucket: null,
    });
    for (const wrong of ['age1short', 'AGE-SECRET-KEY-1X', `${key},`]) {
      expect(() => loadConfig({ KENNY_BACKUP_RECIPIENTS: wrong }, '/srv')).toThrow(
        /KENNY_BACKUP_RECIPIENTS/,
      );
    }
    for (const wrong of ['https://push.example.org', 'a b', '*', 'push.example.org/x']) {
      expect(() => loadConfig({ KENNY_PUSH_HOSTS: wrong }, '/srv')).toThrow(/KENNY_PUSH_HOSTS/);
    }
    expect(() => loadConfig({ KENNY_BACKUP_EVERY: 'hour' }, '/srv')).toThrow(/day, off/);
  });

  it.each(['KENNY_PORT', 'KENNY_TELEMETRY_INTERVAL_SECS', 'KENNY_RETENTION_DAYS'])(
    'takes only plain whole numbers for %s',
    (name) => {
      for (const value of ['-1', '1.5', '1e3', '0x10', '12abc', 'NaN', '99999999999']) {
        expect(problemsOf({ [name]: value })).toHaveLength(1);
      }
      expect(problemsOf({ [name]: '30' })).toEqual([]);
    },
  );

  it('takes an interval only where its agents take it as well', () => {
    expect(problemsOf({ KENNY_TELEMETRY_INTERVAL_SECS: '9' })).toHaveLength(1);
    expect(problemsOf({ KENNY_TELEMETRY_INTERVAL_SECS: '10' })).toEqual([]);
  });

  it('counts an empty variable as not set', () => {
    expect(loadConfig({ KENNY_PORT: '', KENNY_PUBLIC_URL: ' ' }, '/srv').port).toBe(8000);
  });

  it('lets variables of the agent and the command line stand in the same environment', () => {
    expect(problemsOf({ KENNY_SERVER: 'wss://x', KENNY_TOKEN: 'x', KENNY_URL: 'y' })).toEqual([]);
  });

  it('reads secrets from files, without the line end', () => {
    const dir = tempDir();
    writeFileSync(join(dir, 'token'), 'a-token-that-nobody-is-going-to-guess\n');
    const seed = Buffer.alloc(32, 7);
    writeFileSync(join(dir, 'seed'), seed.toString('base64'));
    const config = loadConfig(
      { KENNY_OPERATOR_TOKEN_FILE: 'token', KENNY_SERVER_PRIVATE_KEY_FILE: join(dir, 'seed') },
      dir,
    );
    expect(config.operatorToken).toBe('a-token-that-nobody-is-going-to-guess');
    expect(config.serverSeed).toEqual(seed);
  });

  it('complains about a secret file that is missing, empty, a folder, or doubled', () => {
    const dir = tempDir();
    writeFileSync(join(dir, 'empty'), '\n');
    writeFileSync(join(dir, 'key'), 'a-key-of-some-length');
    expect(
      problemsOf(
        {
          KENNY_OPERATOR_TOKEN_FILE: 'nowhere',
          KENNY_SERVER_PRIVATE_KEY_FILE: 'empty',
          KENNY_DATABASE_URL_FILE: '.',
          ANTHROPIC_API_KEY: 'a-key-of-some-length',
          ANTHROPIC_API_KEY_FILE: 'key',
        },
        dir,
      ),
    ).toEqual([
      'KENNY_DATABASE_URL_FILE: . cannot be used: it is a folder',
      'KENNY_OPERATOR_TOKEN_FILE: nowhere cannot be used: there is no such file',
      'KENNY_SERVER_PRIVATE_KEY_FILE: empty cannot be used: it is empty',
      'ANTHROPIC_API_KEY and ANTHROPIC_API_KEY_FILE are both set; keep one of them',
    ]);
  });

  it('speaks plain text beyond this machine only when told to', async () => {
    const open = { KENNY_HOST: '0.0.0.0' };
    expect(problemsOf(open)).toEqual([expect.stringContaining('KENNY_INSECURE_HTTP=1')]);
    expect(problemsOf({ ...open, KENNY_INSECURE_HTTP: '1' })).toEqual([]);
    expect(problemsOf({ ...open, KENNY_TRUST_PROXY: '10.0.0.1, fd00::/8,::1' })).toEqual([]);
    const dir = tempDir();
    await certificateIn(dir);
    const tls = { KENNY_TLS_CERT: 'cert.pem', KENNY_TLS_KEY: 'key.pem' };
    expect(problemsOf({ ...open, ...tls }, dir)).toEqual([]);
    expect(problemsOf({ ...open, ...tls }, '/nowhere')).toHaveLength(2);
  });

  it('knows before it starts that the files of TLS cannot be used', async () => {
    const [dir, other] = [tempDir(), tempDir()];
    await Promise.all([certificateIn(dir), certificateIn(other)]);
    const tls = { KENNY_TLS_CERT: 'cert.pem', KENNY_TLS_KEY: 'key.pem' };
    expect(problemsOf({ ...tls, KENNY_TLS_KEY: join(other, 'key.pem') }, dir)).toEqual([
      `KENNY_TLS_KEY: ${join(other, 'key.pem')} is not the key of the certificate in ${join(dir, 'cert.pem')}`,
    ]);
    for (const name of ['cert.pem', 'key.pem']) writeFileSync(join(dir, name), 'rubbish');
    expect(problemsOf(tls, dir)).toEqual([
      expect.stringContaining(`KENNY_TLS_CERT: ${join(dir, 'cert.pem')} holds no certificate`),
      expect.stringContaining(`KENNY_TLS_KEY: ${join(dir, 'key.pem')} holds no private key`),
    ]);
  });

  it('sends the key of the chat in plain text to this machine only', () => {
    for (const address of ['https://gateway.example/v1', 'http://127.0.0.1:8080', 'http://[::1]']) {
      expect(problemsOf({ ANTHROPIC_BASE_URL: address })).toEqual([]);
    }
    expect(problemsOf({ ANTHROPIC_BASE_URL: 'http://gateway.lan:8080' })).toEqual([
      'ANTHROPIC_BASE_URL http://gateway.lan:8080 would send the key in plain text: use https://, ' +
        'or an address of this machine',
    ]);
  });

  it('derives the public address from host, port and TLS', async () => {
    const dir = tempDir();
    await certificateIn(dir);
    const tls = { KENNY_TLS_CERT: 'cert.pem', KENNY_TLS_KEY: 'key.pem' };
    const url = (env: Record<string, string>) => loadConfig(env, dir).publicUrl;
    expect(url({ KENNY_HOST: '::1', KENNY_PORT: '8001' })).toBe('http://[::1]:8001');
    expect(url({ ...tls, KENNY_HOST: 'kenny.lan', KENNY_PORT: '443' })).toBe('https://kenny.lan');
    expect(url({ ...tls, KENNY_HOST: '0.0.0.0' })).toMatch(/^https:\/\/(?!0\.0\.0\.0)\S+:8000$/);
    expect(url({ KENNY_PUBLIC_URL: 'https://Kenny.Example/' })).toBe('https://kenny.example');
  });

  it('parses a PostgreSQL address', () => {
    const url = 'postgres://kenny@db.lan/kenny?sslmode=verify-full';
    expect(loadConfig({ KENNY_DATABASE_URL: url }, '/srv').database).toEqual({
      type: 'postgres',
      url,
    });
  });

  it.each([
    'postgres://kenny:hunter2@db.lan/kenny',
    'postgres://kenny:hunter2@db.lan/kenny?sslmode=prefer',
    'postgres://kenny:hunter2@127.0.0.1/kenny?host=db.lan',
    'postgres://kenny:hunter2@[2001:db8::1]/kenny?sslmode=no-verify',
  ])('does not send rows over a network without saying how: %s', (url) => {
    const [problem = '', ...others] = problemsOf({ KENNY_DATABASE_URL: url });
    expect(problem).toMatch(
      /KENNY_DATABASE_URL names another machine, .*\?sslmode=verify-full, or/,
    );
    expect(problem).not.toContain('hunter2');
    expect(others).toEqual([]);
    expect(() => postgresPlace(url)).toThrow(/add \?sslmode=verify-full/);
  });

  it.each([
    'postgres://kenny@127.0.0.1:5432/kenny',
    'postgres://kenny@[::1]/kenny',
    'postgres://kenny@localhost/kenny?host=/var/run/postgresql',
    'postgres://kenny@database/kenny?sslmode=disable',
  ])('takes a database of this machine, or one whose network was spoken of: %s', (url) => {
    expect(problemsOf({ KENNY_DATABASE_URL: url })).toEqual([]);
    expect(decodeURIComponent(postgresPlace(url).connection)).toBe(url);
  });

  it('knows loopback addresses by range, not by spelling', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1', 'localhost', 'LOCALHOST'].every(isLoopback)).toBe(
      true,
    );
    expect(['0.0.0.0', '::', '128.0.0.1', 'localhost.example', '10.0.0.1'].some(isLoopback)).toBe(
      false,
    );
  });
});

describe('prepareDataFolder', () => {
  it('makes a private folder with the marker, and leaves it so the second time', () => {
    const folder = join(tempDir(), 'a', 'data');
    prepareDataFolder(folder);
    chmodSync(folder, 0o777);
    prepareDataFolder(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, PRIVATE_MARKER)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, PRIVATE_MARKER), 'utf8')).toContain('keys');
  });

  it('refuses the root, the home folder and a path through a file', () => {
    expect(() => prepareDataFolder('/')).toThrow('must be a folder of its own');
    expect(() => prepareDataFolder(homedir())).toThrow('must be a folder of its own');
    const file = join(tempDir(), 'file');
    writeFileSync(file, '');
    expect(() => prepareDataFolder(join(file, 'data'))).toThrow(
      /cannot be used: a part of the path/,
    );
    expect(() => prepareDataFolder(file)).toThrow(/cannot be used/);
  });

  it('keeps what already lies in the folder', () => {
    const folder = tempDir();
    mkdirSync(join(folder, 'agent'));
    prepareDataFolder(folder);
    expect(statSync(join(folder, 'agent')).isDirectory()).toBe(true);
  });
});
