import {
  API_PATHS,
  type PushBrowserBody,
  type PushBrowserList,
  type PushBrowserView,
  type PushNote,
} from '@kenny/contract';
import type { PushedMessage, PushService, PushSubscriptionKeys } from '@kenny/testing';
import tls from 'node:tls';
import type { AServer } from './a-server.js';

/** What is done with the cookie of a login, as a page does it. */
export class ABrowser {
  private constructor(
    private readonly server: AServer,
    private readonly cookie: string,
  ) {}

  static async logIn(server: AServer, token = server.admin): Promise<ABrowser> {
    const response = await fetch(`${server.url}${API_PATHS.login}`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ token }),
    });
    await response.text();
    return new ABrowser(server, String(response.headers.get('set-cookie')).split(';')[0] ?? '');
  }

  async http<T>(method: string, path: string, body?: object): Promise<{ status: number; body: T }> {
    const response = await fetch(this.server.url + path, {
      method,
      headers: {
        ...{ cookie: this.cookie, origin: this.server.url, 'user-agent': 'Mozilla/5.0 Firefox' },
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as T };
  }

  async list(): Promise<PushBrowserList> {
    return (await this.http<PushBrowserList>('GET', API_PATHS.pushBrowsers)).body;
  }

  async turnOn(keys: PushSubscriptionKeys, names_pcs = false): Promise<PushBrowserView> {
    const body: PushBrowserBody = { ...keys, names_pcs };
    const answer = await this.http<PushBrowserView>('POST', API_PATHS.pushBrowsers, body);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  }

  /** Notified through that service. */
  async subscribed(service: PushService, names_pcs = false): Promise<PushSubscriptionKeys> {
    const keys = service.subscribe((await this.list()).server_key);
    await this.turnOn(keys, names_pcs);
    return keys;
  }
}

/** This process accepts the service's certificate beside those that it knows. */
export function trust({ ca }: PushService): () => void {
  const create = tls.createSecureContext;
  const spy = jest
    .spyOn(tls, 'createSecureContext')
    .mockImplementation((options) => create({ ...options, ca: [...tls.rootCertificates, ca] }));
  return () => spy.mockRestore();
}

export const noteIn = ({ text }: PushedMessage): PushNote => JSON.parse(text) as PushNote;
