import { AwsClient } from 'aws4fetch';
import { randomBytes } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Program } from './program.js';
import { freePort, WORKSPACE, type World } from './world.js';

const PYTHON = '/usr/bin/python3';
const SERVER = join(WORKSPACE, 'apps/product-e2e/programs/swift-server.py');
const USER = 'kenny';

/**
 * OpenStack Swift with its S3 interface on loopback, with files in a folder of the world: it
 * judges signatures, checksums and parts as a provider does.
 */
export class ObjectStore {
  readonly keyId = `test:${USER}`;
  readonly secret = randomBytes(16).toString('hex');
  private program: Program | undefined;

  private constructor(
    private readonly world: World,
    private readonly folder: string,
    private readonly port: number,
  ) {}

  static async up(world: World): Promise<ObjectStore> {
    const store = new ObjectStore(world, world.makeFolder('object-store'), await freePort());
    await store.start();
    return store;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** As before, with all that is in it. */
  async start(): Promise<void> {
    this.program = this.world.start({
      name: 'object store',
      program: PYTHON,
      args: [SERVER, this.folder, String(this.port), USER, this.secret],
      cwd: this.folder,
    });
    await this.program.says(/^\d+$/m);
  }

  async stop(): Promise<void> {
    await this.program?.kill();
  }

  async makeBucket(name: string): Promise<void> {
    const { status } = await this.ask('PUT', name);
    if (status !== 200) throw new Error(`making a bucket answered ${status}`);
  }

  /** Names of objects, and of uploads that nobody has finished. */
  async holds(bucket: string): Promise<{ objects: string[]; uploads: string[] }> {
    const keysOf = async (query: string): Promise<string[]> => {
      const text = await (await this.ask('GET', `${bucket}?${query}`)).text();
      return [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key);
    };
    return { objects: await keysOf('list-type=2'), uploads: await keysOf('uploads') };
  }

  private ask(method: string, path: string): Promise<Response> {
    const client = new AwsClient({
      ...{ accessKeyId: this.keyId, secretAccessKey: this.secret },
      ...{ service: 's3', region: 'us-east-1', retries: 0 },
    });
    return client.fetch(`${this.origin}/${path}`, { method });
  }
}

/** Where Swift can be had; where it cannot, one line says what is not tested. */
export function describeWithObjectStore(what: string, tests: () => void): void {
  if (isHere() || (install() && isHere())) {
    describe(what, tests);
    return;
  }
  process.stdout.write(
    `\nNot tested: ${what}: no Swift here (Debian: apt-get install python3-swift).\n`,
  );
  describe.skip(what, tests);
}

const isHere = (): boolean =>
  spawnSync(PYTHON, ['-c', 'import eventlet, swift.common.middleware.s3api']).status === 0;

function install(): boolean {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false;
  console.log('Installing an S3 server for the tests (apt-get install python3-swift).');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-q', ...args], { env, stdio: 'ignore' }).status === 0;
  const add = () => apt('install', '-y', '--no-install-recommends', 'python3-swift');
  return add() || (apt('update') && add());
}
