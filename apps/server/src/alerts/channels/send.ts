import type { Resolve } from '../../outbound/index.js';
import { sendHttp } from './http-send.js';
import { sendMail } from './mail.js';
import type { Message, OpenChannel, Outcome } from './message.js';
import { TEMPLATES } from './templates.js';

/** One attempt; never throws. */
export async function send(
  message: Message,
  channel: OpenChannel,
  address: string,
  how: { readonly resolve?: Resolve; readonly signal?: AbortSignal } = {},
): Promise<Outcome> {
  const { kind } = channel;
  if (kind === 'mail') return sendMail(message, channel, address, how);
  if (kind === 'heartbeat') return { result: 'refused', answer: 'a heartbeat tells nobody' };
  const place = { allowed: channel.allowed_addresses, ...how };
  try {
    return await sendHttp(TEMPLATES[kind](message, channel, address), place);
  } catch (error) {
    return { result: 'refused', answer: error instanceof Error ? error.message : String(error) };
  }
}
