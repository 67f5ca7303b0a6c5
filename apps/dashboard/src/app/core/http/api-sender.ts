import { Injectable, inject } from '@angular/core';
import { FILE_TYPE } from '@kenny/contract/web';
import { ServerClock } from '../time/server-clock';
import { SessionEnd } from './session-end';
import { ApiError, asApiError, errorFrom, unreachable } from './api-error';

export type Query = Readonly<Record<string, string | number | undefined>>;
/** What is sent while a page closes arrives all the same; browsers take 64 KiB of it at a time (Fetch, 4.6). */
const OUTLIVES_PAGE = 4_096;
type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Picture {
  readonly bytes: Blob;
  /** When, as HTTP says it. */
  readonly taken: string | null;
}

/** `?name=value…`, or nothing; what is empty is left out. */
export function queryText(query: Query): string {
  const asked = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  const text = new URLSearchParams(asked).toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * One request with the session's cookie. The browser names our origin by itself, which is what keeps
 * other pages out (design §4.1); there is no token in the page that could be stolen.
 */
@Injectable({ providedIn: 'root' })
export class ApiSender {
  private readonly sessionEnd = inject(SessionEnd);
  private readonly clock = inject(ServerClock);

  get<T>(path: string, query: Query = {}): Promise<T> {
    return this.send<T>('GET', path + queryText(query));
  }

  post<T>(path: string, body?: object): Promise<T> {
    return this.send<T>('POST', path, body);
  }

  /** A read whose query is too long for a URL. */
  ask<T>(path: string, body: object): Promise<T> {
    return reading(this.send<T>('POST', path, body));
  }

  /** @throws ApiError always that and nothing else */
  async send<T>(method: Method, path: string, body?: object, stop?: AbortSignal): Promise<T> {
    const answer = this.reach(method, path, body, stop).then((response) => this.answerOf(response));
    return (await (method === 'GET' ? reading(answer) : answer)) as T;
  }

  /** Whether it would be answered; HEAD has no words for why not. @throws ApiError without an answer */
  async isThere(path: string): Promise<boolean> {
    return (await this.reach('HEAD', path)).ok;
  }

  /** @throws ApiError always that and nothing else */
  picture(path: string): Promise<Picture | null> {
    return reading(this.fetchPicture(path));
  }

  /**
   * A file; meanwhile `told` hears how many bytes have come.
   * @throws ApiError always that and nothing else, for one that broke off as well
   */
  file(path: string, told: (bytes: number) => void, stop?: AbortSignal): Promise<Blob> {
    return reading(this.fetchFile(path, told, stop));
  }

  /**
   * What is answered in the same shape whether the server can do its work (200) or not (503).
   * @throws ApiError always that and nothing else
   */
  condition<T extends object>(path: string, mark: keyof T & string): Promise<T> {
    return reading(this.fetchCondition<T>(path, mark));
  }

  private async fetchCondition<T extends object>(path: string, mark: string): Promise<T> {
    const response = await this.reach('GET', path);
    if (response.status !== 503) return (await this.answerOf(response)) as T;
    const answer: unknown = await this.read(response);
    // A proxy has a 503 of its own.
    if (typeof answer === 'object' && answer !== null && mark in answer) return answer as T;
    throw errorFrom(response.status, answer);
  }

  private async fetchPicture(path: string): Promise<Picture | null> {
    const response = await this.reach('GET', path);
    if (response.status !== 200) {
      await this.answerOf(response);
      return null;
    }
    return { bytes: await response.blob(), taken: response.headers.get('last-modified') };
  }

  private async fetchFile(
    path: string,
    told: (bytes: number) => void,
    stop?: AbortSignal,
  ): Promise<Blob> {
    const response = await this.reach('GET', path, undefined, stop);
    if (!response.ok) await this.answerOf(response);
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    try {
      const reader = response.body?.getReader();
      for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
        pieces.push(next.value);
        told((bytes += next.value.length));
      }
    } catch (fault) {
      throw new ApiError('unreachable', `The file broke off (${String(fault)}).`, null);
    }
    return new Blob(pieces);
  }

  /**
   * Sends a file as it is; meanwhile `told` hears how many bytes have gone. Only the older way to ask
   * says so.
   * @throws ApiError always that and nothing else
   */
  async upload<T>(
    path: string,
    file: Blob,
    told: (bytes: number) => void,
    stop: AbortSignal,
  ): Promise<T> {
    const response = await new Promise<Response>((resolve, reject) => {
      const request = new XMLHttpRequest();
      const failed = () =>
        reject(new ApiError('unreachable', 'The file did not reach the server.', null));
      request.open('POST', path);
      request.setRequestHeader('content-type', FILE_TYPE);
      request.upload.onprogress = ({ loaded }) => told(loaded);
      request.onload = () =>
        resolve(new Response(request.responseText, { status: request.status }));
      request.onerror = failed;
      request.onabort = failed;
      stop.addEventListener('abort', () => request.abort());
      request.send(file);
    });
    return (await this.answerOf(response)) as T;
  }

  private async answerOf(response: Response): Promise<unknown> {
    this.clock.note(response.headers.get('date'));
    const answer: unknown = response.status === 204 ? undefined : await this.read(response);
    if (response.ok) return answer;
    const error = errorFrom(response.status, answer);
    if (error.code === 'unauthenticated') this.sessionEnd.tell();
    throw error;
  }

  private async reach(
    method: Method,
    path: string,
    body?: object,
    stop?: AbortSignal,
  ): Promise<Response> {
    const text = body && JSON.stringify(body);
    try {
      return await fetch(path, {
        method,
        credentials: 'same-origin',
        headers: body ? { 'content-type': 'application/json' } : {},
        ...(text ? { body: text, keepalive: text.length <= OUTLIVES_PAGE } : {}),
        ...(stop ? { signal: stop } : {}),
      });
    } catch (fault) {
      throw unreachable(String(fault));
    }
  }

  private async read(response: Response): Promise<unknown> {
    try {
      return await response.json();
    } catch {
      // No JSON: a proxy's page, or an answer that was cut off. `errorFrom` says so.
      if (!response.ok) return undefined;
      throw unreachable('The answer of the server was cut off.');
    }
  }
}

/** Marks failures as those of a read. */
async function reading<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (fault) {
    throw asApiError(fault).ofRead();
  }
}
