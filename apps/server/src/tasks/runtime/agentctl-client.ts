import {
  AGENTCTL_LIMITS,
  AGENTCTL_ROUTES,
  type AgentctlErrorBody,
  type AgentctlRouteName,
} from '@kenny/contract/agentctl';
import { isObject } from '@kenny/kernel';
import { Agent, request, type RequestOptions } from 'node:http';
import { WebSocket } from 'ws';

/** What agentctl refused, in its words. */
export class AgentctlError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** An answer of agentctl is never longer than one message and a little. */
const LONGEST_ANSWER = AGENTCTL_LIMITS.messageBytes + 1024;

/** Talks to one agentctl over loopback. */
export class AgentctlClient {
  /** One connection: messages leave in the order in which they were sent. */
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(
    readonly base_url: string,
    private readonly token: string,
  ) {}

  /** @throws AgentctlError, and what the connection says */
  ask(name: AgentctlRouteName, body?: string | Buffer, signal?: AbortSignal): Promise<unknown> {
    const { method, path } = AGENTCTL_ROUTES[name];
    // What stops an agent must not wait behind a message that it does not read.
    const agent = name === 'send' ? this.agent : false;
    return new Promise((resolve, reject) => {
      const options: RequestOptions = {
        method,
        headers: { ...this.headers(), 'Content-Type': 'application/json' },
        agent,
        ...(signal ? { signal } : {}),
      };
      const sent = request(new URL(path, this.base_url), options, (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > LONGEST_ANSWER) response.destroy(new Error('agentctl answers without end'));
          else chunks.push(chunk);
        });
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode = 500 } = response;
          const text = Buffer.concat(chunks).toString('utf8');
          if (statusCode < 300) resolve(valueOf(text));
          else reject(refusalIn(text, statusCode));
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  socket(name: AgentctlRouteName): WebSocket {
    const url = new URL(AGENTCTL_ROUTES[name].path, this.base_url);
    url.protocol = 'ws:';
    return new WebSocket(url, {
      headers: this.headers(),
      maxPayload: LONGEST_ANSWER,
      perMessageDeflate: false,
    });
  }

  close(): void {
    this.agent.destroy();
  }

  private headers() {
    return { Authorization: `Bearer ${this.token}` };
  }
}

function valueOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw new AgentctlError('internal_error', 'agentctl answered with no JSON');
  }
}

function refusalIn(text: string, status: number): AgentctlError {
  const body = valueOfOrNull(text);
  const { error, message, details } = body ?? {};
  const words = [message, details].filter((word) => typeof word === 'string' && word !== '');
  return new AgentctlError(
    typeof error === 'string' ? error : 'internal_error',
    words.join('. ').slice(0, 1_000) || `agentctl answered with ${status}`,
  );
}

function valueOfOrNull(text: string): Partial<Record<keyof AgentctlErrorBody, unknown>> | null {
  try {
    const value = valueOf(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
