import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_FILES } from '@kenny/contract';
import { httpAnswerValidators } from '@kenny/contract/answer-validators';
import { checkWith } from '@kenny/contract';
import { FakeClock } from '@kenny/testing';
import { CommittedRows } from '../../../test/committed-rows.js';
import { databaseIn } from '../../../test/database-in.js';
import { runtimeConfig } from '../../../test/runtime-world.js';
import { asking } from '../../../test/settings-world.js';
import { tempDirs } from '../../../test/temp-dir.js';
import { openDatabase, type OpenDatabase } from '../../database/index.js';
import { Tasks1795700007000 } from '../../database/migrations/7000-tasks.js';
import { AgentEnvironment } from './env-values.js';
import { AGENT_TYPE_ENTITIES, AgentTypes, frozenOf, RuntimeStates } from './index.js';

const newDir = tempDirs();
const ADMIN = asking('anna', { scope: 'admin' });
const MINE = { id: 'mine', name: 'Mine', command: ['mine'] };

/** Says of each runtime what it is told. */
class ToldStates extends RuntimeStates {
  readonly troubles: Partial<Record<string, string>> = {};

  override unavailable({ runtime }: { runtime: string }): Promise<string | null> {
    return Promise.resolve(this.troubles[runtime] ?? null);
  }
}

let dataDir: string;
let database: OpenDatabase;
let states: ToldStates;
let audit: CommittedRows;
let types: AgentTypes;
let environment: AgentEnvironment;

beforeEach(async () => {
  dataDir = newDir();
  mkdirSync(join(dataDir, 'bin'));
  const clock = new FakeClock();
  database = await openDatabase(
    databaseIn(dataDir),
    { entities: AGENT_TYPE_ENTITIES, migrations: [Tasks1795700007000] },
    clock,
  );
  const { reads, writer } = database;
  states = new ToldStates();
  audit = new CommittedRows();
  const places = { path: [join(dataDir, 'bin')], home: join(dataDir, 'home') };
  const config = runtimeConfig(dataDir, { places });
  types = new AgentTypes(config, states, reads, writer, audit, clock);
  environment = new AgentEnvironment(config);
});
afterEach(() => database.close());

function write(...entries: object[]): void {
  writeFileSync(join(dataDir, SERVER_FILES.agentTypes), JSON.stringify({ types: entries }), {
    mode: 0o600,
  });
}
function install(name: string): void {
  const file = join(dataDir, 'bin', name);
  writeFileSync(file, '#!/bin/sh\nexit 1\n');
  chmodSync(file, 0o755);
}
const view = async (id: string) => (await types.list()).find((type) => type.id === id);

describe('agent types', () => {
  it('are those built in and those of the file, read anew each time', async () => {
    const before = (await types.list()).map(({ id }) => id);
    expect(before).toEqual(['augment-agent', 'claude-agent', 'gemini-cli', 'codex', 'opencode']);
    write(MINE);
    expect((await types.list()).map(({ id }) => id)).toEqual([...before, 'mine']);
    write({ ...MINE, id: 'codex' });
    expect(await view('codex')).toMatchObject({ name: 'Mine', built_in: false, enabled: true });
    expect((await types.list()).map(({ id }) => id)).not.toContain('mine');
  });

  it('are shown without command, environment and folders', async () => {
    write({
      ...MINE,
      ...{ env: { KEY: 'the-secret', OTHER: { file: '/etc/key' } }, mounts: ['/a:/b:ro'] },
      workspace: '/srv/project',
    });
    const shown = await view('mine');
    expect(checkWith(httpAnswerValidators, 'http:AgentTypeView', structuredClone(shown))).toEqual(
      [],
    );
    expect(JSON.stringify(shown)).not.toMatch(/the-secret|etc|srv|"\/a/);
  });

  it('are frozen with a run without the values of the environment', async () => {
    write({ ...MINE, env: { KEY: 'the-secret', A: { file: '/etc/key' } } });
    const frozen = frozenOf(await types.mustGet('mine'));
    expect(frozen).toMatchObject({ command: ['mine'], env_names: ['A', 'KEY'] });
    expect(JSON.stringify(frozen)).not.toMatch(/the-secret|etc/);
  });

  it('of a file that cannot be used are those built in, and the problem is shown', async () => {
    write(MINE, { ...MINE, id: 'X' });
    expect(await types.list()).toHaveLength(5);
    expect((await types.whole()).problems).toEqual(await types.problems());
    expect(await types.problems()).toEqual([expect.stringContaining('types.1.id') as string]);
    await expect(types.mustGet('mine')).rejects.toMatchObject({
      ...{ code: 'not_found', message: expect.stringContaining('cannot be used') as string },
    });
    write(MINE);
    expect(await types.problems()).toEqual([]);
    expect((await types.mustGet('mine')).command).toEqual(['mine']);
  });

  it('says where the file is to admins alone', async () => {
    const { file } = await types.wholeFor(ADMIN);
    expect(file).toBe(join(dataDir, SERVER_FILES.agentTypes));
    for (const who of [asking('bert'), asking('t', { kind: 'task', scope: 'task' })]) {
      expect(await types.wholeFor(who)).not.toHaveProperty('file');
    }
  });
});

describe('a switch', () => {
  it('stands above what the file says, and leaves a row in the audit log', async () => {
    write(MINE);
    expect(await types.setEnabled(ADMIN, 'mine', false)).toMatchObject({ enabled: false });
    await types.setEnabled(ADMIN, 'mine', false);
    await types.setEnabled(ADMIN, 'claude-agent', true);
    expect(await view('mine')).toMatchObject({ enabled: false });
    expect(await types.mustGet('claude-agent')).toMatchObject({ enabled: true });
    expect(audit.rows).toEqual([
      expect.objectContaining({
        ...{ kind: 'setting', target: 'agent type mine', args: { enabled: false }, ok: true },
      }),
      expect.objectContaining({ target: 'agent type claude-agent', args: { enabled: true } }),
    ]);
  });

  it('is an admin’s alone, and of a type that there is', async () => {
    for (const who of [asking('bert'), asking('t', { kind: 'task', scope: 'task' })]) {
      const tried = types.setEnabled(who, 'codex', true);
      await expect(tried).rejects.toMatchObject({ code: 'forbidden' });
    }
    const tried = types.setEnabled(ADMIN, 'nothing', true);
    await expect(tried).rejects.toMatchObject({ code: 'not_found' });
    expect(audit.rows).toEqual([]);
  });
});

describe('a type is available', () => {
  it('when its program is found, and nothing of it is started', async () => {
    write(MINE);
    expect(await view('mine')).toMatchObject({
      available: false,
      reason: '"mine" is not installed',
    });
    install('mine');
    expect(await view('mine')).toMatchObject({ available: true, reason: null });
  });

  it('when its program is there and a login that its agents see, for one built in', async () => {
    expect((await view('claude-agent'))?.reason).toContain('npm install -g');
    install('claude-agent-acp');
    expect((await view('claude-agent'))?.reason).toContain('no login of it was found');
    mkdirSync(join(dataDir, 'agent-homes/claude-agent/.claude'), { recursive: true });
    expect(await view('claude-agent')).toMatchObject({ available: true, reason: null });
  });

  it('not by a login in the home of the server’s user, which its agents do not see', async () => {
    install('codex-acp');
    mkdirSync(join(dataDir, 'home/.codex'), { recursive: true });
    writeFileSync(join(dataDir, 'home/.codex/auth.json'), '{}');
    const found = await view('codex');
    expect(found?.available).toBe(false);
    expect(found?.reason).toContain(
      `${join(dataDir, 'home/.codex/auth.json')} is a login of the server's own user, and agents do not see it. Log in with HOME=${join(dataDir, 'agent-homes/codex')}`,
    );
    mkdirSync(join(dataDir, 'agent-homes/codex/.codex'), { recursive: true });
    writeFileSync(join(dataDir, 'agent-homes/codex/.codex/auth.json'), '{}');
    expect(await view('codex')).toMatchObject({ available: true });
  });

  it('when its runtime is, else with the reason of that', async () => {
    write(MINE);
    install('mine');
    states.troubles['process'] = 'bubblewrap is not installed';
    expect(await view('mine')).toMatchObject({
      ...{ available: false, reason: 'bubblewrap is not installed' },
    });
  });

  it('when the variables that it needs are set or come with the run', async () => {
    expect((await view('augment-agent'))?.reason).toBe(
      'AUGMENT_SESSION_AUTH must be set in its env, in the file of agent types',
    );
    write({
      ...{ id: 'augment-agent', name: 'Augment', runtime: 'docker', image: 'x' },
      required_env: ['AUGMENT_SESSION_AUTH', 'TASK_DESCRIPTION'],
      env: { AUGMENT_SESSION_AUTH: { file: 'session.json' } },
    });
    expect(await view('augment-agent')).toMatchObject({ available: true });
  });
});

describe('the values of an environment', () => {
  it('are read from their files when they are needed', async () => {
    write({ ...MINE, env: { PLAIN: 'x', KEY: { file: 'keys/key' } } });
    mkdirSync(join(dataDir, 'keys'));
    writeFileSync(join(dataDir, 'keys/key'), 'one\n');
    const type = await types.mustGet('mine');
    expect(await environment.of(type)).toEqual({ PLAIN: 'x', KEY: 'one' });
    writeFileSync(join(dataDir, 'keys/key'), 'two');
    expect(await environment.of(type)).toEqual({ PLAIN: 'x', KEY: 'two' });
  });

  it.each([
    ['is not there', () => undefined],
    ['is a folder', (file: string) => void mkdirSync(file)],
    ['is no text', (file: string) => writeFileSync(file, 'a\0b')],
    ['is too long', (file: string) => writeFileSync(file, 'x'.repeat(200_000))],
  ])('are missing by name when the file %s', async (_what, make) => {
    write({ ...MINE, env: { KEY: { file: 'key' } } });
    make(join(dataDir, 'key'));
    await expect(environment.of(await types.mustGet('mine'))).rejects.toMatchObject({
      ...{ code: 'unavailable', message: 'KEY of mine cannot be read from its file' },
    });
  });
});
