import { API_PATHS, type ApprovalAnswer, type ApprovalView, type AuditList } from '@kenny/contract';
import { eventually } from './eventually.js';

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
  /** As it came, for those who look for what must not be in it. */
  readonly text: string;
}

export interface Refusal {
  error: { code: string; message: string; details?: Record<string, unknown> };
}

/** The HTTP door as an operator's script would use it. */
export class Api {
  constructor(
    readonly url: string,
    readonly token: string,
  ) {}

  get<T>(path: string): Promise<Answer<T>> {
    return this.send<T>('GET', path);
  }

  /** The same server, asked with another token. */
  as(token: string): Api {
    return new Api(this.url, token);
  }

  delete<T>(path: string): Promise<Answer<T>> {
    return this.send<T>('DELETE', path);
  }

  patch<T>(path: string, body: unknown): Promise<Answer<T>> {
    return this.send<T>('PATCH', path, body);
  }

  put<T>(path: string, body: unknown): Promise<Answer<T>> {
    return this.send<T>('PUT', path, body);
  }

  post<T>(path: string, body: unknown): Promise<Answer<T>> {
    return this.send<T>('POST', path, body);
  }

  tool<T = { result: Record<string, unknown> } & Refusal>(
    name: string,
    agent_id: string,
    args: Record<string, unknown>,
  ): Promise<Answer<T>> {
    return this.post(`/api/tools/${name}`, { agent_id, args });
  }

  /** Asks for a change. */
  async ask(
    tool: string,
    agent_id: string,
    args: Record<string, unknown>,
    reason?: string,
  ): Promise<ApprovalView> {
    const body = { agent_id, args, ...(reason === undefined ? {} : { reason }) };
    const asked = await this.post<ApprovalAnswer>(API_PATHS.tool(tool), body);
    if (asked.status !== 202) throw new Error(`${tool} answered ${asked.status}: ${asked.text}`);
    return asked.body.approval;
  }

  decide(
    { id, call_sha256 }: ApprovalView,
    decision: 'approve' | 'deny',
    wait?: number,
  ): Promise<Answer<ApprovalAnswer & Refusal>> {
    const query = wait === undefined ? '' : `?wait=${wait}`;
    return this.post(`${API_PATHS.approval(id)}${query}`, { decision, call_sha256 });
  }

  async approval(id: string): Promise<ApprovalView> {
    const { status, body, text } = await this.get<ApprovalAnswer>(API_PATHS.approval(id));
    if (status !== 200) throw new Error(`approval ${id} answered ${status}: ${text}`);
    return body.approval;
  }

  /** Audit rows of one approval, newest first, each as `kind target`. */
  async rowsOf(approvalId: string): Promise<string[]> {
    const { body } = await this.get<AuditList>(`/api/audit?approval_id=${approvalId}`);
    return body.items.map(({ kind, target }) => `${kind} ${target ?? ''}`);
  }

  /** Waits until somebody answers at all. */
  async ready(patienceMs?: number): Promise<void> {
    await eventually(
      `${this.url} is ready`,
      async () => ((await this.get(API_PATHS.readyz)).status === 200 ? true : undefined),
      patienceMs,
    );
  }

  private async send<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        // A connection that a killed server left behind must not be used again.
        connection: 'close',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: parse(text) as T, text };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // 204 and pages have no JSON; the caller looks at `text`.
    return {};
  }
}
