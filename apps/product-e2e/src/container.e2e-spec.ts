import {
  API_PATHS,
  DOWNLOAD_PATHS,
  type EnrollmentIssued,
  type InstallerIssued,
} from '@kenny/contract';
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Api } from './harness/api.js';
import { eventually } from './harness/eventually.js';
import { aWorld, freePort, WORKSPACE } from './harness/world.js';

/**
 * The image, built and run as the guide says: read-only, without rights, as a user of its own. Where no
 * engine answers, or its base images cannot be had, one line says so.
 */
const { CONTAINER_ENGINE, BUILD_IMAGE, RUN_IMAGE } = process.env;
const BASES = { BUILD_IMAGE, RUN_IMAGE };
const ENGINES = CONTAINER_ENGINE ? [CONTAINER_ENGINE] : ['docker', 'podman'];
/** As in the Dockerfile. */
const DEFAULT_BASES = [
  ...readFileSync(join(WORKSPACE, 'Dockerfile'), 'utf8').matchAll(/^ARG \w+_IMAGE=(\S+)$/gm),
].map(([, image]) => String(image));
/** Compiling SQLite's driver and packing the agent take their time. */
const BUILD_MS = 1_800_000;
const ANSWER_MS = 60_000;
/** A registry that cannot be reached must not hold up the tests. */
const PULL_MS = 300_000;

const engine = ENGINES.find(
  (name) => spawnSync(name, ['info'], { timeout: ANSWER_MS }).status === 0,
);
const reason = engine === undefined ? 'neither docker nor podman answers here' : whyNoBase(engine);
if (reason !== undefined) process.stdout.write(`the container was not tried: ${reason}\n`);

/** Why an image of the Dockerfile cannot be had; undefined when all are there. */
function whyNoBase(program: string): string | undefined {
  const images = BUILD_IMAGE && RUN_IMAGE ? [BUILD_IMAGE, RUN_IMAGE] : DEFAULT_BASES;
  const missing = images.find(
    (image) =>
      spawnSync(program, ['image', 'inspect', image]).status !== 0 &&
      spawnSync(program, ['pull', '--quiet', image], { timeout: PULL_MS }).status !== 0,
  );
  return missing === undefined ? undefined : `${program} cannot get its base image ${missing}`;
}

function run(...args: string[]): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(engine ?? '', args, {
    cwd: WORKSPACE,
    encoding: 'utf8',
    timeout: BUILD_MS,
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, text: `${stdout}${stderr}` };
}

function does(...args: string[]): string {
  const { status, text } = run(...args);
  if (status !== 0)
    throw new Error(`${args.join(' ')} ended with ${status}:\n${text.slice(-4_000)}`);
  return text;
}

(reason === undefined ? describe : describe.skip)('the container', () => {
  const world = aWorld();
  const name = `kenny-e2e-${randomBytes(4).toString('hex')}`;
  const token = `kny_${randomBytes(24).toString('hex')}`;
  let api: Api;

  beforeAll(async () => {
    const bases = Object.entries(BASES).filter(([, image]) => image);
    const args = bases.flatMap(([arg, image]) => ['--build-arg', `${arg}=${image}`]);
    does('build', '--quiet', '--tag', name, ...args, '.');
    world.onClose(() => {
      run('rm', '--force', '--volumes', name);
      run('rmi', '--force', name);
    });
    const port = await freePort();
    does(
      ...['run', '--detach', '--name', name, '--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL'],
      ...['--security-opt', 'no-new-privileges', '--publish', `127.0.0.1:${port}:8000`],
      ...['--env', `KENNY_OPERATOR_TOKEN=${token}`, '--env', 'KENNY_INSECURE_HTTP=1', name],
    );
    api = new Api(`http://127.0.0.1:${port}`, token);
    await api.ready(ANSWER_MS);
  }, 2 * BUILD_MS);

  it('finds itself healthy', async () => {
    await eventually('it is healthy', () =>
      run('exec', name, 'node', '/app/health.mjs').status === 0 ? true : undefined,
    );
  });

  it('is nobody, and can write nowhere but into its data', () => {
    expect(does('exec', name, 'id', '-u').trim()).toBe('10001');
    expect(run('exec', name, 'touch', '/app/anything').status).not.toBe(0);
    does('exec', name, 'touch', '/data/anything');
    does('exec', name, 'rm', '/data/anything');
  });

  it('has the dashboard inside', async () => {
    const page = await (await fetch(api.url)).text();
    const [, script = ''] = /src="(main-[^"]+)"/.exec(page) ?? [];
    expect((await fetch(new URL(script, api.url))).headers.get('content-type')).toContain('script');
  });

  it('has a package for PCs inside', async () => {
    const added = await api.post<EnrollmentIssued>(API_PATHS.agents, { agent_id: 'pc1' });
    expect(added.status).toBe(201);
    const link = await api.post<InstallerIssued>(API_PATHS.agentInstaller('pc1'), { os: 'linux' });
    expect(link.status).toBe(201);
    const nonce = link.body.url.split('/').at(-1) ?? '';
    const script = await (await fetch(api.url + DOWNLOAD_PATHS.script(nonce))).text();
    const archive = await (await fetch(api.url + DOWNLOAD_PATHS.package(nonce))).arrayBuffer();
    const sum = createHash('sha256').update(Buffer.from(archive)).digest('hex');
    expect(script).toContain(`'${sum}'`);
  });

  it('ends by itself when it is told to, and comes back with what it had', async () => {
    does('stop', '--time', '20', name);
    const format = ['--format', '{{.State.ExitCode}}'];
    expect(does('inspect', ...format, name).trim()).toBe('0');
    does('start', name);
    await api.ready(ANSWER_MS);
    expect((await api.get(API_PATHS.agent('pc1'))).status).toBe(200);
  });
});
