import { createHmac } from 'node:crypto';
import { ALERT_CHANNEL_KINDS, isForPeople } from '@kenny/contract';
import { HttpPeer, MailPeer } from '../../../test/alert-peers.js';
import { plainLine } from '../rules/words.js';
import type { Message, OpenChannel } from './message.js';
import { send } from './send.js';

/** What a PC may call itself. */
const EVIL =
  '<img src=x onerror=alert(1)> *bold* _it_ `code` [a](https://evil.example) <!channel> @everyone' +
  '\r\nBcc: all@example.org\u0000\u001b[31m\u202egnp.exe <@123> ~x~ & "quoted"';
const LINE = plainLine(EVIL);
const MESSAGE: Message = {
  ...{ id: 'b0a1', at: Date.UTC(2026, 5, 4, 12), kind: 'health', severity: 'crit' },
  ...{ title: LINE, lines: [LINE, 'Make room.'], link: 'https://kenny.example.org/fleet/pc1' },
};

let peer: HttpPeer;
beforeAll(async () => {
  peer = await HttpPeer.start();
});
afterAll(() => peer.stop());

function open(kind: OpenChannel['kind'], more: Partial<OpenChannel> = {}): OpenChannel {
  return {
    ...{ id: 'c1', kind, url: peer.url, host: null, port: null, security: null, user: null },
    ...{ from: null, allowed_addresses: ['127.0.0.1'], secret: 's3cret', ...more },
  };
}
async function received(channel: OpenChannel, address = '') {
  const outcome = await send(MESSAGE, channel, address);
  expect(outcome).toMatchObject({ result: 'sent' });
  const { method, path, headers, body } = await peer.next();
  expect(headers['idempotency-key']).toBe('b0a1');
  return { method, path, headers, body, json: JSON.parse(body) as Record<string, unknown> };
}

it('has no line break, control or reversed text in any line', () => {
  // eslint-disable-next-line no-control-regex -- they must not be there
  expect(LINE).not.toMatch(/[\u0000-\u001f\u202e]/);
});

it('is JSON for ntfy, with nothing that is read as Markdown', async () => {
  const { path, headers, json } = await received(open('ntfy'), 'topic-1');
  expect({ path, auth: headers.authorization }).toEqual({ path: '/', auth: 'Bearer s3cret' });
  expect(json).toEqual({
    ...{ topic: 'topic-1', title: LINE, message: `${LINE}\nMake room.`, click: MESSAGE.link },
    ...{ priority: 5, markdown: false },
  });
});

it('is plain text for Gotify, with its token in a header', async () => {
  const { path, headers, json } = await received(open('gotify'));
  expect([path, headers['x-gotify-key']]).toEqual(['/message', 's3cret']);
  expect(json).toMatchObject({
    extras: { 'client::display': { contentType: 'text/plain' }, 'kenny::alert': { id: 'b0a1' } },
  });
});

it('has no parse mode for Telegram', async () => {
  const { path, json } = await received(open('telegram', { secret: '12:ab/../x' }), '-100');
  expect(path).toBe('/bot12:ab%2F..%2Fx/sendMessage');
  expect(json).toMatchObject({ chat_id: '-100', link_preview_options: { is_disabled: true } });
  expect(json['parse_mode']).toBeUndefined();
});

it('has no mention, link or mark of others for Slack', async () => {
  const { json } = await received(open('slack', { secret: `${peer.url}/services/T/B/x` }));
  const text = String(json['text']);
  expect(text).not.toMatch(/<[^h]|<https:\/\/evil/);
  expect(text).toContain('&lt;!channel&gt;');
  expect(text.split('\n')[1]).not.toMatch(/(^|[^\u200b])[*_~`]/);
});

it('has every mark escaped and mentions nobody for Discord', async () => {
  const { json } = await received(open('discord', { secret: `${peer.url}/api/webhooks/1/x` }));
  expect(json['allowed_mentions']).toEqual({ parse: [] });
  const line = String(json['content']).split('\n')[1] ?? '';
  expect(line.replace(/\\[\\`*_{}[\]()#+\-.!|~<>:/]/g, '')).not.toMatch(/[*_`~<>[\]]/);
  expect(line).not.toContain('@everyone');
});

it('is HTML without any element of others for Matrix, and has the id in its address', async () => {
  const { method, path, json } = await received(open('matrix'), '!a/b:example.org');
  expect(method).toBe('PUT');
  expect(path).toBe('/_matrix/client/v3/rooms/!a%2Fb%3Aexample.org/send/m.room.message/b0a1');
  const html = String(json['formatted_body']);
  expect(html.match(/<[a-z/][^>]*>/g)?.map((tag) => tag.slice(0, 3))).toEqual([
    ...['<b>', '</b', '<br', '<br', '<br', '<a ', '</a'],
  ]);
});

it('is signed for a webhook, over the time and the body', async () => {
  const { headers, body, json, path } = await received(
    open('webhook', { url: `${peer.url}/in?a=1` }),
  );
  expect(path).toBe('/in?a=1');
  const time = headers['kenny-time'];
  const hmac = createHmac('sha256', 's3cret')
    .update(`${String(time)}.${body}`)
    .digest('hex');
  expect(headers['kenny-signature']).toBe(`v1=${hmac}`);
  expect(json).toEqual({
    ...{ id: 'b0a1', at: '2026-06-04T12:00:00.000Z', kind: 'health', severity: 'crit' },
    ...{ title: LINE, text: `${LINE}\nMake room.`, link: MESSAGE.link },
  });
});

it('never leads elsewhere, and never sends in the clear to the internet', async () => {
  const unnamed = open('ntfy', { allowed_addresses: [] });
  expect(await send(MESSAGE, unnamed, 't')).toMatchObject({ result: 'failed' });
  const resolve = () => Promise.resolve(['93.184.215.14']);
  const plain = open('ntfy', { url: 'http://ntfy.example.org' });
  expect(await send(MESSAGE, plain, 't', { resolve })).toMatchObject({
    ...{ result: 'failed', answer: expect.stringContaining('Only https') as string },
  });
});

it('is refused for good where the other end says so, and tried again where that may change', async () => {
  for (const [status, result] of [
    [400, 'refused'],
    [401, 'failed'],
    [429, 'failed'],
    [302, 'failed'],
  ] as const) {
    peer.status = status;
    expect(await send(MESSAGE, open('ntfy'), 't')).toMatchObject({ result });
    await peer.next();
  }
  peer.status = 200;
});

describe('by mail', () => {
  let mail: MailPeer;
  beforeEach(async () => {
    mail = await MailPeer.start({ login: ['kenny', 's3cret'] });
  });
  afterEach(() => mail.stop());
  const account = (more: Partial<OpenChannel> = {}) =>
    open('mail', {
      ...{ url: null, host: '127.0.0.1', port: mail.port, security: 'none', user: 'kenny' },
      ...{ from: 'kenny@example.org', ...more },
    });

  it('has one subject and no header of others, and shows no element of theirs', async () => {
    expect(await send(MESSAGE, account(), 'anna@example.org')).toMatchObject({ result: 'sent' });
    const { to, source } = await mail.next();
    expect(to).toEqual(['anna@example.org']);
    const [head = '', ...rest] = source.split('\r\n\r\n');
    expect(head).not.toMatch(/^bcc:/im);
    expect(head.match(/^subject:/gim)).toHaveLength(1);
    expect(head).toContain('Message-ID: <b0a1@example.org>');
    const html = rest.join('').split('text/html')[1]?.replace(/=\r\n/g, '');
    expect(html).toContain('&lt;img');
    expect(html).not.toContain('<img');
  });

  it('is tried again after a wrong login or a full box, and not after a refusal', async () => {
    const wrong = await send(MESSAGE, account({ secret: 'other' }), 'anna@example.org');
    expect(wrong).toMatchObject({ result: 'failed' });
    mail.refusal = { code: 452, message: 'full' };
    expect(await send(MESSAGE, account(), 'a@example.org')).toMatchObject({ result: 'failed' });
    mail.refusal = { code: 550, message: 'no such user' };
    expect(await send(MESSAGE, account(), 'a@example.org')).toMatchObject({ result: 'refused' });
  });

  it('never goes without TLS where that is asked for, nor to an address that is not named', async () => {
    const upgraded = await send(MESSAGE, account({ security: 'starttls' }), 'a@example.org');
    expect(upgraded).toMatchObject({ result: 'failed' });
    const unnamed = await send(MESSAGE, account({ allowed_addresses: [] }), 'a@example.org');
    expect(unnamed).toMatchObject({
      answer: expect.stringContaining('not on the public') as string,
    });
    expect(mail.inbox.all).toEqual([]);
  });
});

it('is tested here for every kind', () => {
  const here = ['mail', 'ntfy', 'gotify', 'telegram', 'slack', 'discord', 'matrix', 'webhook'];
  expect(ALERT_CHANNEL_KINDS.filter(isForPeople)).toEqual(here);
});
