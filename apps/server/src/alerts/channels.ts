import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import {
  ALERT_CHANNELS,
  ALERT_LIMITS,
  isForPeople,
  type AlertChannelBody,
  type AlertChannelSettings,
  type AlertChannelView,
} from '@kenny/contract';
import { iso, type Clock } from '@kenny/kernel';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLog } from '../audit/index.js';
import { by } from '../auth/index.js';
import { Reads, Writer } from '../database/index.js';
import { CLOCK, KennyError, type CallContext, type Principal } from '../kernel/index.js';
import { canonicalAddress, cleanHost } from '../outbound/index.js';
import type { OpenChannel, Outcome } from './channels/message.js';
import { AlertChannelEntity } from './entities.js';
import { SecretBox } from './secret-box.js';

type Settings = Omit<AlertChannelSettings, 'secret_stored'>;

interface Last {
  readonly at: number;
  readonly outcome: Outcome;
}

const MAIL_ADDRESS = /^[A-Za-z0-9._%+=-]{1,64}@[A-Za-z0-9.-]{1,190}$/;
const UNREADABLE =
  'Its secret cannot be opened (alerts.key is another one). Store the secret again.';

/** Ways out that admins set up for everybody. Secrets go in and never come out. */
@Injectable()
export class Channels implements OnModuleInit {
  private readonly known = new Map<string, AlertChannelEntity>();
  private readonly last = new Map<string, Last>();

  constructor(
    private readonly reads: Reads,
    private readonly writer: Writer,
    private readonly audit: AuditLog,
    private readonly box: SecretBox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    const order = { created_at: 'ASC', id: 'ASC' } as const;
    for (const row of await this.reads.manager.find(AlertChannelEntity, { order })) {
      this.known.set(row.id, row);
    }
  }

  find(id: string): Pick<AlertChannelEntity, 'id' | 'kind' | 'name'> | undefined {
    return this.known.get(id);
  }

  list({ scope }: Pick<Principal, 'scope'>): AlertChannelView[] {
    return [...this.known.values()].map((row) => this.view(row, scope === 'admin'));
  }

  /** Whether anybody can be told of anything. */
  get reachesPeople(): boolean {
    return [...this.known.values()].some(({ kind }) => isForPeople(kind));
  }

  ofKind(kind: AlertChannelEntity['kind']): { channel: OpenChannel; settings: Settings }[] {
    return [...this.known.values()].flatMap((row) => {
      const channel = row.kind === kind ? this.open(row.id) : undefined;
      return typeof channel === 'object' ? [{ channel, settings: settingsOf(row) }] : [];
    });
  }

  /** For sending; a text says why it cannot be opened, undefined that it is gone. */
  open(id: string): OpenChannel | string | undefined {
    const row = this.known.get(id);
    if (!row) return undefined;
    const secret = row.sealed === null ? null : this.box.open(row.sealed, id);
    if (secret === undefined) return UNREADABLE;
    const { every_min: _, ...settings } = settingsOf(row);
    return { id, kind: row.kind, ...settings, secret };
  }

  /** How the last attempt went, for whoever looks at the channels. */
  note(id: string, outcome: Outcome): void {
    if (this.known.has(id)) this.last.set(id, { at: this.clock.now(), outcome });
  }

  /** @throws KennyError `validation`, `conflict` when there are too many */
  async add(ctx: CallContext, body: AlertChannelBody): Promise<AlertChannelView> {
    if (this.known.size >= ALERT_LIMITS.channels) {
      throw new KennyError(
        'conflict',
        `this server has ${ALERT_LIMITS.channels} channels; remove one`,
      );
    }
    return this.put(ctx, randomUUID(), body, undefined);
  }

  /** @throws KennyError `validation`, `not_found` */
  async replace(ctx: CallContext, id: string, body: AlertChannelBody): Promise<AlertChannelView> {
    const before = this.mustGet(id);
    if (before.kind !== body.kind) throw invalid('kind', 'cannot change; add another channel');
    return this.put(ctx, id, body, before);
  }

  /** @throws KennyError `not_found` */
  async remove(ctx: CallContext, id: string): Promise<void> {
    const { name, kind } = this.mustGet(id);
    await this.writer.write(async (tx) => {
      await tx.manager.delete(AlertChannelEntity, { id });
      await this.audit.append(tx, { ...by(ctx), ...rowOf('remove', { id, name, kind }) });
      tx.onCommit(() => this.known.delete(id));
    });
  }

  private async put(
    ctx: CallContext,
    id: string,
    body: AlertChannelBody,
    before: AlertChannelEntity | undefined,
  ): Promise<AlertChannelView> {
    const settings = settingsFrom(body, body.secret ?? null);
    const { kind, name, secret } = body;
    // Elsewhere, a stored secret would be given to whoever is there.
    const moved = before !== undefined && placeOf(settingsOf(before)) !== placeOf(settings);
    const kept = moved ? null : (before?.sealed ?? null);
    const sealed = secret === undefined ? kept : this.box.seal(secret, id);
    if (sealed === null && (ALERT_CHANNELS[kind].secret.needed || settings.user !== null)) {
      const why =
        moved && before.sealed !== null ? 'is needed again for another address' : 'is needed';
      throw invalid('secret', why);
    }
    const row: AlertChannelEntity = {
      ...{ id, kind, name, settings: JSON.stringify(settings), sealed },
      created_at: before?.created_at ?? this.clock.now(),
    };
    await this.writer.write(async (tx) => {
      await tx.manager.upsert(AlertChannelEntity, row, ['id']);
      const { url, host, port, user, allowed_addresses } = settings;
      // An address may hold a secret itself: its host says enough.
      const place = url === null ? host : new URL(url).host;
      const args = {
        id,
        name,
        kind,
        place,
        port,
        user,
        allowed_addresses,
        stored: sealed !== null,
      };
      await this.audit.append(tx, { ...by(ctx), ...rowOf(before ? 'change' : 'add', args) });
      tx.onCommit(() => {
        this.known.set(id, row);
        this.last.delete(id);
      });
    });
    return this.view(row, true);
  }

  private mustGet(id: string): AlertChannelEntity {
    const row = this.known.get(id);
    if (row) return row;
    throw new KennyError('not_found', 'there is no such channel; look at the list of channels');
  }

  private view(row: AlertChannelEntity, isAdmin: boolean): AlertChannelView {
    const { id, kind, name, sealed } = row;
    const last = this.last.get(id);
    const failed = last && last.outcome.result !== 'sent' ? last.outcome.answer : null;
    const opened = this.open(id);
    return {
      ...{ id, kind, name, trouble: typeof opened === 'string' ? opened : failed },
      last_at: last ? iso(last.at) : null,
      ...(isAdmin ? { settings: { ...settingsOf(row), secret_stored: sealed !== null } } : {}),
    };
  }
}

function settingsOf({ settings }: AlertChannelEntity): Settings {
  return JSON.parse(settings) as Settings;
}

const placeOf = ({ url, host, port }: Settings): string => JSON.stringify([url, host, port]);

function rowOf(action: string, args: Record<string, unknown>) {
  return { kind: 'setting', target: 'alert channel', args: { action, ...args }, ok: true } as const;
}

/** @throws KennyError `validation` */
function settingsFrom(body: AlertChannelBody, secret: string | null): Settings {
  const { at } = ALERT_CHANNELS[body.kind];
  const isMail = at === 'smtp';
  // Of these, the address itself is the secret.
  if (at === 'fixed' && body.kind !== 'telegram' && secret !== null) mustBeUrl('secret', secret);
  if (at === 'url' && body.url === undefined) throw invalid('url', 'is needed');
  if (at !== 'smtp' && body.url !== undefined) mustBeUrl('url', body.url);
  const host = isMail ? cleanHost(body.host ?? '') : undefined;
  if (isMail && host === undefined) throw invalid('host', 'is no name of a mail server');
  if (isMail && !MAIL_ADDRESS.test(body.from ?? '')) throw invalid('from', 'is no mail address');
  const allowed = (body.allowed_addresses ?? []).map((text) => {
    const address = isIP(text) === 0 ? undefined : canonicalAddress(text);
    if (address === undefined) throw invalid('allowed_addresses', 'holds IP addresses only');
    return address;
  });
  const security = body.security ?? 'tls';
  return {
    url: isMail ? null : (body.url ?? null),
    host: host ?? null,
    port: isMail ? (body.port ?? (security === 'tls' ? 465 : 587)) : null,
    security: isMail ? security : null,
    user: isMail ? (body.user ?? null) : null,
    from: isMail ? (body.from ?? null) : null,
    allowed_addresses: allowed,
    every_min: body.kind === 'heartbeat' ? (body.every_min ?? 5) : null,
  };
}

/** @throws KennyError `validation`; the text itself is not repeated, it may be a secret */
function mustBeUrl(field: string, text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isFine =
    url && ['https:', 'http:'].includes(url.protocol) && url.username === '' && url.hash === '';
  if (!isFine) throw invalid(field, 'is no address that begins with https:// (or http://)');
}

function invalid(field: string, message: string): KennyError {
  return new KennyError('validation', `${field}: ${message}`, { field });
}
