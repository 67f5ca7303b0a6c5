import { FakeClock } from '@kenny/testing';
import { once } from 'node:events';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import type { AgentctlConfig } from '../src/config/index.js';
import { jsonLog } from '../src/logging/log.js';
import { Sidecar } from '../src/sidecar.js';
import { HttpClient } from './http-client.js';
import { until } from './until.js';

const PUPPET = join(process.cwd(), 'apps/agentctl/test/puppet.mjs');

export type Frame = Record<string, unknown>;

/** A listener of one of the streams: what it has heard, in order. */
export interface Listener {
  frames: Frame[];
  texts: string[];
  socket: WebSocket;
  /** Waits for the first frame that fits. */
  heard(fits: (frame: Frame) => boolean): Promise<Frame>;
}

export class SidecarWorld extends HttpClient {
  readonly logged: string[];
  private readonly listeners: WebSocket[] = [];

  private constructor(
    readonly sidecar: Sidecar,
    readonly clock: FakeClock,
    readonly config: AgentctlConfig,
    address: string,
    logged: string[],
  ) {
    super(address, config.token);
    this.logged = logged;
  }

  /** agentctl in this process, with a real agent in another: the puppet, unless told otherwise. */
  static async open(
    given: Partial<AgentctlConfig> & { words?: string[] } = {},
  ): Promise<SidecarWorld> {
    const { words = [process.execPath, PUPPET], ...rest } = given;
    const config: AgentctlConfig = {
      host: '127.0.0.1',
      port: 0,
      token: undefined,
      command: { words, cwd: process.cwd(), env: { PATH: '/usr/local/bin:/usr/bin:/bin' } },
      autoStart: false,
      logLevel: 'debug',
      outputLines: 1000,
      ...rest,
    };
    const clock = new FakeClock();
    const logged: string[] = [];
    const log = jsonLog('debug', clock, (line) => logged.push(line));
    const sidecar = new Sidecar(config, { clock, log });
    return new SidecarWorld(sidecar, clock, config, await sidecar.listen(), logged);
  }

  /** The puppet's answer to one action. */
  async tell(method: string, params: object = {}): Promise<unknown> {
    const { body } = await this.post('/api/v1/acp/call', { method, params });
    if (!('result' in body)) throw new Error(`the puppet did not do it: ${JSON.stringify(body)}`);
    return body['result'];
  }

  async listen(path = '/api/v1/acp/stream'): Promise<Listener> {
    const socket = new WebSocket(this.socketAddress(path), { headers: this.headers });
    this.listeners.push(socket);
    const [frames, texts]: [Frame[], string[]] = [[], []];
    socket.on('message', (data: Buffer) => {
      texts.push(data.toString());
      frames.push(JSON.parse(data.toString()) as Frame);
    });
    await once(socket, 'open');
    const heard = async (fits: (frame: Frame) => boolean): Promise<Frame> => {
      await until(() => frames.some(fits));
      return frames.find(fits) ?? {};
    };
    return { frames, texts, socket, heard };
  }

  /** Whether the agent's status is this; for `until`. */
  async is(status: string): Promise<boolean> {
    return (await this.get('/api/v1/status')).body['agent_status'] === status;
  }

  async close(): Promise<void> {
    for (const socket of this.listeners) socket.terminate();
    const ended = this.sidecar.end();
    // Whatever it waits for may pass.
    let over = false;
    void ended.then(() => (over = true));
    await until(async () => {
      await this.clock.advanceAsync(100);
      return over;
    });
  }
}
