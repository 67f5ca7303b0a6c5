import { API_PATHS, agentEnrollPath } from '@kenny/contract/client';
import { encodeBase64 } from '@kenny/handshake/server';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { agentIdOf, signerOf } from './identities.mjs';
import { Measured, pathOf } from './processes.mjs';

const SERVER = [pathOf('../../apps/server/bundle/kenny.mjs'), 'serve'];
const SERVER_WITH_CALLERS = [pathOf('serve-in-process.mjs')];
const BARE = pathOf('bare-server.mjs');
const ENROLLING_AT_ONCE = 16;

/** Folders, keys and processes of one run of the bench; `close` removes all of it. */
export class World {
  folder = mkdtempSync(join(tmpdir(), 'kenny-bench-'));
  token = `kny_${'b'.repeat(43)}`;
  #children = [];
  #folders = 0;
  #fleets = new Map();

  /** @param profile - folder for CPU profiles of the servers */
  static async open(profile) {
    const world = new World();
    world.profile = profile;
    await world.#makeCertificate();
    return world;
  }

  async #makeCertificate() {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
      keyType: 'ec',
      curve: 'P-256',
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
    });
    this.ca = cert;
    this.tls = { cert: join(this.folder, 'cert.pem'), key: join(this.folder, 'key.pem') };
    writeFileSync(this.tls.cert, cert);
    writeFileSync(this.tls.key, key);
  }

  caFor(url) {
    return url.startsWith('https:') ? this.ca : undefined;
  }

  newFolder(name) {
    const path = join(this.folder, `${name}-${(this.#folders += 1)}`);
    mkdirSync(path);
    return path;
  }

  track(child) {
    this.#children.push(child);
    return child;
  }

  /** kenny's built server on a data folder, listening; `callers` can be asked for inside. */
  async startServer(dataDir, { tls = false, env = {}, port = 0, callers = false } = {}) {
    const server = this.track(
      new Measured(
        'kenny',
        callers ? SERVER_WITH_CALLERS : SERVER,
        {
          KENNY_DATA_DIR: dataDir,
          KENNY_PORT: String(port),
          KENNY_OPERATOR_TOKEN: this.token,
          KENNY_LOG_LEVEL: 'warn',
          ...(tls ? { KENNY_TLS_CERT: this.tls.cert, KENNY_TLS_KEY: this.tls.key } : {}),
          ...env,
        },
        this.#profiling(),
      ),
    );
    const { url } = await server.says(({ type }) => type === 'listening');
    server.startMs = performance.now() - server.startedAt;
    return this.#reachable(server, url);
  }

  /** The bare server, which knows the same agents. */
  async startBare(agents, { tls = false, port = 0 } = {}) {
    const files = tls ? [this.tls.cert, this.tls.key] : [];
    const args = [BARE, String(agents), String(port), ...files];
    const server = this.track(new Measured('bare server', args, {}, this.#profiling()));
    const { url } = await server.says(({ type }) => type === 'listening');
    server.startMs = performance.now() - server.startedAt;
    return this.#reachable(server, url);
  }

  #profiling() {
    return this.profile ? ['--cpu-prof', `--cpu-prof-dir=${this.profile}`] : [];
  }

  #reachable(server, url) {
    server.url = url;
    server.port = Number(new URL(url).port);
    return server;
  }

  /** A data folder in which so many agents are enrolled; each call gives a fresh copy. */
  async fleetFolder(agents) {
    if (!this.#fleets.has(agents)) this.#fleets.set(agents, this.#enrolFleet(agents));
    const copy = this.newFolder('data');
    cpSync(await this.#fleets.get(agents), copy, { recursive: true });
    return copy;
  }

  async #enrolFleet(agents) {
    const smaller = [...this.#fleets.keys()].filter((size) => size < agents).sort((a, b) => b - a);
    const folder = this.newFolder('fleet');
    let known = 0;
    if (smaller[0] !== undefined) {
      [known] = smaller;
      cpSync(await this.#fleets.get(known), folder, { recursive: true });
    }
    const server = await this.startServer(folder);
    await this.enrol(server, known, agents);
    await server.stop();
    return folder;
  }

  /** Adds and enrols agents `from` up to `to` through the API, as an installer would. */
  async enrol(server, from, to) {
    const indexes = Array.from({ length: to - from }, (_, i) => from + i);
    const worker = async () => {
      for (let index = indexes.pop(); index !== undefined; index = indexes.pop()) {
        await this.#enrolOne(server, index);
      }
    };
    await Promise.all(Array.from({ length: ENROLLING_AT_ONCE }, worker));
  }

  async #enrolOne(server, index) {
    const agent_id = agentIdOf(index);
    const added = await this.post(server, API_PATHS.agents, { agent_id });
    const public_key = encodeBase64(signerOf(index).publicKey);
    await this.post(server, agentEnrollPath(agent_id), { public_key }, added.enrollment.token);
  }

  async post(server, path, body, token = this.token) {
    const response = await fetch(new URL(path, server.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  }

  async task(server, id) {
    const headers = { authorization: `Bearer ${this.token}` };
    const response = await fetch(new URL(API_PATHS.task(id), server.url), { headers });
    if (!response.ok) throw new Error(`task ${id} answered ${response.status}`);
    return response.json();
  }

  async close() {
    const running = this.#children.filter((child) => child.process.exitCode === null);
    for (const child of running) child.process.kill('SIGKILL');
    await Promise.all(running.map(({ ended }) => ended));
    rmSync(this.folder, { recursive: true, force: true });
  }
}
