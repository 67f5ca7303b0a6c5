import type { WsEvent, WsNotification, WsResponse } from '@kenny/contract';
import { randomUUID } from 'node:crypto';
import { joinObjects, objectOf } from '../kernel/index.js';

/** @param payload - JSON */
function envelope(
  { id, type, action }: Pick<WsResponse | WsNotification, 'id' | 'type' | 'action'>,
  payload: string,
  now: number,
): Buffer {
  const timestamp = JSON.stringify(new Date(now));
  return Buffer.from(
    joinObjects(JSON.stringify({ id, type, action }), objectOf({ payload, timestamp })),
  );
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
