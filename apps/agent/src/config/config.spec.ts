import { fileKeyOf, flagOf } from '@kenny/contract/agent';
import { agentSignatures, encodeBase64 } from '@kenny/handshake/agent';
import { chmod, lstat, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join, win32 } from 'node:path';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { isConnectionConfig, missingForConnection } from './agent-config.js';
import { updateConfigFile } from './config-file.js';
import { loadConfig, type ConfigFlags } from './load-config.js';
import { parseServerAddress } from './server-address.js';
import { AGENT_NAMES } from './settings.js';
import { controlFileFor, locateStateFolder, prepareStateFolder } from './state-folder.js';

const folder = temporaryFolder();
const KEY = encodeBase64(agentSignatures.createSigner(new Uint8Array(32).fill(7)).publicKey);

async function load(
  env: Record<string, string> = {},
  values: Record<string, string> = {},
  rest: Partial<ConfigFlags> = {},
) {
  return loadConfig({ stateDir: folder.path, values, ...rest }, env);
}

const writeConfig = (content: object): Promise<void> =>
  writeFile(join(folder.path, 'kenny-agent.config.json'), JSON.stringify(content));

describe('the configuration', () => {
  it('is complete with a server and an id, and has the documented defaults', async () => {
    const { config, problems } = await load({
      KENNY_SERVER: 'https://kenny.example',
      KENNY_AGENT_ID: 'pc1',
    });
    expect(problems).toEqual([]);
    expect(isConnectionConfig(config)).toBe(true);
    expect(config).toMatchObject({
      agentId: 'pc1',
      telemetryIntervalMs: 900_000,
      logLevel: 'info',
      forwardLevel: 'info',
      keyFile: join(folder.path, 'agent.key'),
      controlFile: `${folder.path}-control/agent.control.json`,
      service: false,
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('takes flag before environment before file', async () => {
    await writeConfig({ agent_id: 'file', log_level: 'debug', telemetry_interval_secs: 60 });
    const { config } = await load(
      { KENNY_AGENT_ID: 'environment', KENNY_LOG_LEVEL: 'warn' },
      { KENNY_AGENT_ID: 'flag' },
    );
    expect(config).toMatchObject({
      agentId: 'flag',
      logLevel: 'warn',
      telemetryIntervalMs: 60_000,
    });
  });

  it('names a flag and a file key for every variable, and nothing twice', () => {
    expect(AGENT_NAMES).toContain('KENNY_ENROLL_TOKEN_FILE');
    expect(flagOf('KENNY_AGENT_ID')).toBe('--agent-id');
    expect(fileKeyOf('KENNY_AGENT_ID')).toBe('agent_id');
    expect(new Set(AGENT_NAMES.map(flagOf)).size).toBe(AGENT_NAMES.length);
  });

  it('lists every problem at once, each with its place, and never the value of a secret', async () => {
    await writeConfig({ agent_id: ['x'], colour: 'red' });
    const { problems } = await load({
      KENNY_SERVER: 'ftp://x',
      KENNY_SERVER_PUBKEY: 'AAAA',
      KENNY_LOG_LEVEL: 'loud',
      KENNY_TELEMETRY_INTERVAL_SECS: '1e3',
      KENNY_ENROLL_TOKEN: 'to ken',
      KENNY_TLS_CA: '/etc/hostname',
      KENNY_TYPO: '1',
    });
    const expected = [
      'KENNY_TYPO is not a kenny variable',
      'colour',
      'agent_id must be a text',
      'KENNY_SERVER must begin with https://',
      'KENNY_SERVER_PUBKEY must be',
      'KENNY_LOG_LEVEL must be one of',
      'KENNY_TELEMETRY_INTERVAL_SECS must be a whole number',
      'KENNY_ENROLL_TOKEN does not look right',
      'KENNY_TLS_CA must name a file with a certificate',
    ];
    for (const words of expected) {
      expect(problems).toContainEqual(expect.stringContaining(words));
    }
    expect(problems).toHaveLength(expected.length);
    expect(problems.join()).not.toContain('to ken');
  });

  it('does not mind variables of the server in the same environment', async () => {
    expect((await load({ KENNY_PORT: '1', KENNY_OPERATOR_TOKEN_FILE: '/x' })).problems).toEqual([]);
  });

  it('lists every file that it is set up with, wherever it was named', async () => {
    await writeConfig({ enroll_token_file: '/from/file' });
    const { config } = await load({
      KENNY_AGENT_KEY_FILE: '/apart/key',
      KENNY_CONTROL_FILE: '/apart/switch',
      KENNY_TLS_CA: '/apart/ca.pem',
      KENNY_ENROLL_TOKEN_FILE: '/from/environment',
    });
    expect([...config.privateFiles].sort()).toEqual(
      ['/apart/ca.pem', '/apart/key', '/apart/switch', '/from/environment', '/from/file']
        .concat(config.configFile)
        .sort(),
    );
  });

  it('refuses a key that anybody could sign for', async () => {
    const smallOrder = encodeBase64(new Uint8Array(32).fill(1, 0, 1));
    expect((await load({ KENNY_SERVER_PUBKEY: KEY })).problems).toEqual([]);
    expect((await load({ KENNY_SERVER_PUBKEY: smallOrder })).problems).toHaveLength(1);
  });

  it('says what a connection still lacks', async () => {
    const { config } = await load();
    expect(missingForConnection(config)).toEqual([
      expect.stringContaining('--server'),
      expect.stringContaining('--agent-id'),
    ]);
  });

  it('refuses plain text beyond this PC unless told otherwise', async () => {
    const away = { KENNY_SERVER: 'http://10.0.0.1:8000' };
    expect((await load(away)).problems).toEqual([expect.stringContaining('--insecure')]);
    expect((await load(away, {}, { insecure: true })).problems).toEqual([]);
    expect((await load({ KENNY_SERVER: 'http://127.0.0.1:8000' })).problems).toEqual([]);
  });

  it('reads a token from a file, also through a link, but not both ways at once', async () => {
    const file = join(folder.path, 'token');
    await writeFile(file, 'secret-token\n');
    await symlink(file, `${file}-link`);
    const { config } = await load({ KENNY_ENROLL_TOKEN_FILE: `${file}-link` });
    expect(config.enrolToken).toMatchObject({ value: 'secret-token', origin: 'secret_file' });
    const both = await load({ KENNY_ENROLL_TOKEN_FILE: file, KENNY_ENROLL_TOKEN: 'secret-token' });
    expect(both.problems).toEqual([expect.stringContaining('both set')]);
    const missing = await load({ KENNY_ENROLL_TOKEN_FILE: '/nowhere' });
    expect(missing.problems).toEqual([expect.stringContaining('it is not there')]);
  });

  it('complains about a named configuration file that is missing or broken', async () => {
    const file = join(folder.path, 'other.json');
    expect((await load({}, {}, { config: file })).problems).toEqual([`${file} is not there`]);
    await writeFile(file, '[]');
    expect((await load({}, {}, { config: file })).problems).toHaveLength(1);
  });
});

describe('the server address', () => {
  it.each([
    ['https://kenny.example', 'wss://kenny.example/agent/ws', 'https://kenny.example'],
    [
      'https://kenny.example:8443/',
      'wss://kenny.example:8443/agent/ws',
      'https://kenny.example:8443',
    ],
    ['wss://kenny.example/agent/ws', 'wss://kenny.example/agent/ws', 'https://kenny.example'],
    ['wss://a.example/kenny/agent/ws', 'wss://a.example/kenny/agent/ws', 'https://a.example/kenny'],
    ['http://localhost:8000', 'ws://localhost:8000/agent/ws', 'http://localhost:8000'],
    ['ws://[::1]:8000/agent/ws', 'ws://[::1]:8000/agent/ws', 'http://[::1]:8000'],
  ])('%s is the socket %s', (text, socket, http) => {
    expect(parseServerAddress(text)).toMatchObject({ socket, http });
  });

  it.each([
    'kenny.example',
    'file:///etc/passwd',
    'https://user:secret@kenny.example',
    'https://kenny.example/?a=1',
    'https://kenny.example/#x',
    'https://kenny.example/somewhere',
    'wss://kenny.example/',
    'wss://kenny.example/agent/ws/more',
  ])('%s is refused with words', (text) => {
    expect(parseServerAddress(text)).toEqual({ problem: expect.any(String) as string });
  });

  it.each([
    ['http://127.8.9.1', true],
    ['http://agent.localhost', true],
    ['http://127.0.0.1.evil.example', false],
    ['http://192.168.0.1', false],
  ])('%s ends on this PC: %s', (text, loopback) => {
    expect(parseServerAddress(text)).toMatchObject({ loopback });
  });
});

describe('the state folder', () => {
  const input = {
    flag: undefined,
    env: {},
    isRoot: false,
    home: '/home/anna',
    platform: 'linux' as NodeJS.Platform,
  };

  it('is the flag, systemd’s, root’s, or the user’s own, in this order', () => {
    const env = { STATE_DIRECTORY: '/var/lib/a:/var/lib/b', XDG_STATE_HOME: '/xdg' };
    expect(locateStateFolder({ ...input, env, flag: '/flag' })).toBe('/flag');
    expect(locateStateFolder({ ...input, env, isRoot: true })).toBe('/var/lib/a');
    expect(locateStateFolder({ ...input, isRoot: true })).toBe('/var/lib/kenny-agent');
    expect(locateStateFolder({ ...input, env: { XDG_STATE_HOME: '/xdg' } })).toBe(
      '/xdg/kenny-agent',
    );
    expect(locateStateFolder(input)).toBe('/home/anna/.local/state/kenny-agent');
    expect(controlFileFor('/var/lib/kenny-agent')).toBe(
      '/var/lib/kenny-agent-control/agent.control.json',
    );
  });

  it('is on Windows that of the service for who may use it, else of the user', () => {
    const windows = { ...input, platform: 'win32' as const, home: 'C:\\Users\\Anna' };
    const env = { ProgramData: 'D:\\Data', LOCALAPPDATA: 'E:\\Local' };
    expect(locateStateFolder({ ...windows, env, isRoot: true })).toBe('D:\\Data\\kenny');
    expect(locateStateFolder({ ...windows, env })).toBe('E:\\Local\\kenny-agent');
    expect(locateStateFolder(windows)).toBe('C:\\Users\\Anna\\AppData\\Local\\kenny-agent');
    expect(controlFileFor('D:\\Data\\kenny', win32)).toBe(
      'D:\\Data\\kenny-control\\agent.control.json',
    );
  });

  it('is made private, with the marker that hides it', async () => {
    const state = join(folder.path, 'a', 'b');
    expect(await prepareStateFolder(state)).toBeUndefined();
    await chmod(state, 0o755);
    expect(await prepareStateFolder(state)).toBeUndefined();
    expect((await stat(state)).mode & 0o777).toBe(0o700);
    expect((await lstat(join(state, '.kenny-private'))).isFile()).toBe(true);
  });

  it('may be neither a link nor another user’s', async () => {
    await mkdir(join(folder.path, 'real'));
    await symlink(join(folder.path, 'real'), join(folder.path, 'link'));
    expect(await prepareStateFolder(join(folder.path, 'link'))).toContain('not a folder');
    expect(await prepareStateFolder(join(folder.path, 'real'), 12345)).toContain('another user');
  });
});

describe('updateConfigFile', () => {
  it('changes what it is told, keeps the rest and the link, and stays private', async () => {
    const real = join(folder.path, 'real.json');
    const link = join(folder.path, 'link.json');
    await writeFile(real, '{"agent_id":"pc1","enroll_token":"secret","unknown":1}');
    await symlink(real, link);
    await updateConfigFile(link, { enroll_token: undefined, server: 'wss://x/agent/ws' });
    expect(JSON.parse(await readFile(real, 'utf8'))).toEqual({
      agent_id: 'pc1',
      unknown: 1,
      server: 'wss://x/agent/ws',
    });
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect((await stat(real)).mode & 0o777).toBe(0o600);
  });

  it('creates no file for nothing', async () => {
    const file = join(folder.path, 'none.json');
    await updateConfigFile(file, { enroll_token: undefined });
    await expect(stat(file)).rejects.toThrow(/ENOENT/);
  });
});
