import { createServer, request, type Server } from 'node:http';

/** Puts a token on every request and leaves all else as it is: for programs that cannot send one. */
export class AuthProxy {
  private constructor(private readonly http: Server) {}

  static start(target: string, token: string): Promise<AuthProxy> {
    const { hostname, port } = new URL(target);
    const http = createServer();
    http.on('request', (asked, answer) => {
      const { method, url: path, headers } = asked;
      const authorization = `Bearer ${token}`;
      const passedOn = request(
        { hostname, port, method, path, headers: { ...headers, authorization } },
        (got) => {
          answer.writeHead(got.statusCode ?? 502, got.headers);
          got.pipe(answer);
        },
      );
      passedOn.on('error', () => answer.destroy());
      answer.on('close', () => passedOn.destroy());
      asked.pipe(passedOn);
    });
    return new Promise((resolve, reject) => {
      http.once('error', reject);
      http.listen(0, '127.0.0.1', () => resolve(new AuthProxy(http)));
    });
  }

  get url(): string {
    const address = this.http.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    return `http://127.0.0.1:${address.port}`;
  }

  async stop(): Promise<void> {
    this.http.closeAllConnections();
    await new Promise((resolve) => this.http.close(resolve));
  }
}
