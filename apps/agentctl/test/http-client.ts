export interface Answered {
  status: number;
  body: Record<string, unknown>;
}

/** Asks an agentctl over HTTP. */
export class HttpClient {
  constructor(
    readonly address: string,
    readonly token: string | undefined,
  ) {}

  get headers(): Record<string, string> {
    return this.token === undefined ? {} : { Authorization: `Bearer ${this.token}` };
  }

  socketAddress(path: string): string {
    return `${this.address.replace('http', 'ws')}${path}`;
  }

  get(path: string): Promise<Answered> {
    return this.ask('GET', path);
  }

  post(path: string, body?: object): Promise<Answered> {
    return this.ask('POST', path, body === undefined ? undefined : JSON.stringify(body));
  }

  async ask(method: string, path: string, body?: string): Promise<Answered> {
    const response = await fetch(this.address + path, {
      method,
      headers: { ...this.headers, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, body: (await response.json()) as Answered['body'] };
  }
}
