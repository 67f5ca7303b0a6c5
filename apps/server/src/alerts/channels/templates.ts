import { createHmac } from 'node:crypto';
import { ALERT_HEADERS } from '@kenny/contract';
import { SECOND_MS, iso } from '@kenny/kernel';
import { inHtml, inMarkdown, inSlack } from './escaping.js';
import type { HttpMessage } from '../../outbound/index.js';
import type { Message, OpenChannel } from './message.js';

type Template = (message: Message, channel: OpenChannel, address: string) => HttpMessage;

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' } as const;

/** Bodies for each service; none carries more than a title, some lines and a link. */
export const TEMPLATES: Record<
  'ntfy' | 'gotify' | 'telegram' | 'slack' | 'discord' | 'matrix' | 'webhook',
  Template
> = {
  // JSON to the root: values in headers would need an escape of their own.
  ntfy: (message, channel, topic) => {
    const { title, lines, link, severity } = message;
    return post(message, under(channel, '/'), bearer(channel), {
      ...{ topic, title, message: lines.join('\n') || title, click: link },
      ...{ priority: severity === 'crit' ? 5 : 3, markdown: false },
    });
  },
  gotify: (message, channel) => {
    const { title, lines, link, severity, id } = message;
    return post(
      message,
      under(channel, '/message'),
      { 'x-gotify-key': secretOf(channel) },
      {
        ...{ title, message: [...lines, link].join('\n'), priority: severity === 'crit' ? 8 : 5 },
        extras: {
          'client::display': { contentType: 'text/plain' },
          'client::notification': { click: { url: link } },
          'kenny::alert': { id },
        },
      },
    );
  },
  // Without a parse mode, it is plain text to Telegram.
  telegram: (message, channel, chat_id) => {
    const { title, lines, link } = message;
    const base = channel.url ?? 'https://api.telegram.org';
    const bot = encodeURIComponent(secretOf(channel)).replace('%3A', ':');
    return post(
      message,
      under({ url: base }, `/bot${bot}/sendMessage`),
      {},
      {
        ...{ chat_id, text: [title, ...lines, link].join('\n') },
        link_preview_options: { is_disabled: true },
      },
    );
  },
  slack: (message, channel) => {
    const { title, lines, link } = message;
    const text = [`*${inSlack(title)}*`, ...lines.map(inSlack), link].join('\n');
    return post(message, secretOf(channel), {}, { text, unfurl_links: false, mrkdwn: true });
  },
  discord: (message, channel) => {
    const { title, lines, link } = message;
    const content = [`**${inMarkdown(title)}**`, ...lines.map(inMarkdown), `<${link}>`].join('\n');
    return post(message, secretOf(channel), {}, { content, allowed_mentions: { parse: [] } });
  },
  matrix: (message, channel, room) => {
    const { id, title, lines, link } = message;
    const path = `/_matrix/client/v3/rooms/${encodeURIComponent(room)}/send/m.room.message/${id}`;
    const html = [`<b>${inHtml(title)}</b>`, ...lines.map(inHtml), anchor(link)].join('<br>');
    const body = {
      ...{ msgtype: 'm.text', body: [title, ...lines, link].join('\n') },
      ...{ format: 'org.matrix.custom.html', formatted_body: html },
    };
    return { ...post(message, under(channel, path), bearer(channel), body), method: 'PUT' };
  },
  webhook: (message, channel) => {
    const { id, at, kind, severity, title, lines, link } = message;
    const sent = { id, at: iso(at), kind, severity, title, text: lines.join('\n'), link };
    const request = post(message, channel.url ?? '', {}, sent);
    return { ...request, headers: { ...request.headers, ...signature(channel, at, request.body) } };
  },
};

/** What a receiver computes again. The time is the alert's own: attempts look alike. */
function signature(channel: OpenChannel, at: number, body: string): Record<string, string> {
  const time = String(Math.floor(at / SECOND_MS));
  const hmac = createHmac('sha256', secretOf(channel)).update(`${time}.${body}`).digest('hex');
  return { [ALERT_HEADERS.time]: time, [ALERT_HEADERS.signature]: `v1=${hmac}` };
}

function post(
  { id }: Message,
  url: string,
  headers: Record<string, string>,
  body: object,
): HttpMessage {
  return {
    ...{ url, method: 'POST', body: JSON.stringify(body) },
    headers: { ...JSON_TYPE, [ALERT_HEADERS.id]: id, ...headers },
  };
}

/** A path below the server's own address, which may have one itself. */
function under({ url }: Pick<OpenChannel, 'url'>, path: string): string {
  return `${(url ?? '').replace(/\/+$/, '')}${path}`;
}

const secretOf = ({ secret }: OpenChannel): string => secret ?? '';

const bearer = ({ secret }: OpenChannel): Record<string, string> =>
  secret === null ? {} : { authorization: `Bearer ${secret}` };

const anchor = (link: string): string => `<a href="${inHtml(link)}">${inHtml(link)}</a>`;
