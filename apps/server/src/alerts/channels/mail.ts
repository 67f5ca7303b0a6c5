import { createTransport } from 'nodemailer';
import { isObject } from '@kenny/kernel';
import { AddressRefused, pinned, type Resolve } from '../../outbound/index.js';
import { weeklyParts } from '../weekly/weekly-mail.js';
import { inHeader, inHtml } from './escaping.js';
import { answerLine, TRY_MS, type Message, type OpenChannel, type Outcome } from './message.js';

/** Codes of an address that will not take mail, or a mail that nobody wants. */
const REFUSED = new Set([550, 551, 552, 553, 554, 555, 501, 503]);

/** One mail over one connection to one pinned address. */
export async function sendMail(
  message: Message,
  channel: OpenChannel,
  address: string,
  { resolve, signal }: { readonly resolve?: Resolve; readonly signal?: AbortSignal } = {},
): Promise<Outcome> {
  const { host, port, security, user, secret, from } = channel;
  try {
    if (host === null || port === null || from === null) throw new Error('incomplete');
    const place = await pinned(host, channel.allowed_addresses, resolve);
    if (security === 'none' && !place.isNamed) {
      throw new AddressRefused(
        'Mail without TLS goes to an address that is named with the channel.',
      );
    }
    const transport = createTransport({
      ...{ host: place.address, port, secure: security === 'tls' },
      ...{ requireTLS: security === 'starttls', ignoreTLS: security === 'none' },
      ...(user === null ? {} : { auth: { user, pass: secret ?? '' } }),
      tls: { servername: host, minVersion: 'TLSv1.2' },
      ...{ connectionTimeout: TRY_MS, greetingTimeout: TRY_MS, socketTimeout: TRY_MS },
      ...{ disableFileAccess: true, disableUrlAccess: true },
    });
    const stop = (): void => transport.close();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const { response } = await transport.sendMail(mailOf(message, from, address));
      return { result: 'sent', answer: answerLine(response) };
    } finally {
      signal?.removeEventListener('abort', stop);
      transport.close();
    }
  } catch (error) {
    const code = isObject(error) ? error['responseCode'] : undefined;
    const answer = answerLine(error instanceof Error ? error.message : String(error));
    return { result: REFUSED.has(Number(code)) ? 'refused' : 'failed', answer };
  }
}

function mailOf(message: Message, from: string, to: string) {
  const { id, title, severity } = message;
  const domain = from.replace(/^.*@/, '').replace(/[^A-Za-z0-9.-]/g, '') || 'kenny.invalid';
  return {
    ...{ from: { name: 'kenny', address: from }, to: { name: '', address: to } },
    subject: inHeader(title),
    messageId: `<${id}@${domain}>`,
    date: new Date(message.at),
    headers: {
      'auto-submitted': 'auto-generated',
      'x-auto-response-suppress': 'All',
      ...(severity === 'crit' ? { importance: 'high' } : {}),
    },
    ...(message.weekly ? weeklyParts(id, message.weekly) : alertParts(message)),
  };
}

function alertParts({ title, lines, link }: Message) {
  return {
    text: [...lines, '', link, ''].join('\n'),
    html:
      '<!doctype html><meta charset="utf-8">' +
      `<p><b>${inHtml(title)}</b></p>` +
      lines.map((line) => `<p>${inHtml(line)}</p>`).join('') +
      `<p><a href="${inHtml(link)}">${inHtml(link)}</a></p>`,
  };
}
