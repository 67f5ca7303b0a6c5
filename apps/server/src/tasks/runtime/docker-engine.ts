import Docker from 'dockerode';
import { request } from 'node:http';
import type { Duplex } from 'node:stream';

/** A container engine behind its socket. A module of its own: who has none need not load it. */
export class Engine {
  readonly docker: Docker;

  constructor(private readonly socketPath: string) {
    this.docker = new Docker({ socketPath });
  }

  /**
   * The line to a container's stdin, stdout and stderr. Asked by hand, because the library sends its
   * own options as a body here, which engines hand to the program.
   */
  attach(id: string, signal?: AbortSignal): Promise<Duplex> {
    const what = new URLSearchParams({ stream: '1', stdin: '1', stdout: '1', stderr: '1' });
    return new Promise((resolve, reject) => {
      const asked = request({
        ...{ socketPath: this.socketPath, method: 'POST' },
        path: `/containers/${encodeURIComponent(id)}/attach?${what.toString()}`,
        headers: { Connection: 'Upgrade', Upgrade: 'tcp' },
        ...(signal ? { signal } : {}),
      });
      asked.on('upgrade', (_response, line, head) => {
        line.unshift(head);
        resolve(line);
      });
      asked.on('response', ({ statusCode }) => {
        asked.destroy();
        reject(new Error(`the engine did not attach the container (${statusCode})`));
      });
      asked.on('error', reject);
      asked.end();
    });
  }
}
