import type { WsEvent, WsNotification, WsResponse } from '@kenny/contract';
import { randomUUID } from 'node:crypto';

/**
 * The envelope around a payload that is JSON text already: rows are encoded once, however many
 * messages they travel in.
 */
function envelope(
  { id, type, action }: Pick<WsResponse | WsNotification, 'id' | 'type' | 'action'>,
  payload: string,
  now: number,
): Buffer {
  const head = JSON.stringify({ id, type, action });
  const timestamp = new Date(now).toISOString();
  return Buffer.from(`${head.slice(0, -1)},"payload":${payload},"timestamp":"${timestamp}"}`);
}

export function notification(event: WsEvent, payload: string, now: number): Buffer {
  return envelope({ id: randomUUID(), type: 'notification', action: event }, payload, now);
}

export function response(
  { id, action }: Pick<WsResponse, 'id' | 'action'>,
  payload: string,
  now: number,
): Buffer {
  return envelope({ id, type: 'response', action }, payload, now);
}
