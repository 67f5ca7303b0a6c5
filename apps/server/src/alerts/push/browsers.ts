import { createHash, randomUUID } from 'node:crypto';
import {
  ALERT_LIMITS,
  type PushBrowserBody,
  type PushBrowserList,
  type PushBrowserView,
} from '@kenny/contract';
import { iso, type Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { AuditLog } from '../../audit/index.js';
import { by, LoginsService } from '../../auth/index.js';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import { Reads, Writer, type Tx } from '../../database/index.js';
import { CLOCK, KennyError, type CallContext } from '../../kernel/index.js';
import { PushBrowserEntity } from '../entities.js';
import { mustBePerson } from '../rules/audience.js';
import { PushKey } from './push-key.js';
import { pushPlace } from './push-place.js';

/** Where somebody asks from. */
export interface FromBrowser {
  readonly login_id: string;
  readonly user_agent: string | null;
}

/** An uncompressed point of P-256, and what RFC 8291 asks for beside it. */
const [POINT_BYTES, AUTH_BYTES] = [65, 16];

/** Browsers that are notified, each until its login is ended or forgotten; nobody sets one up. */
@Injectable()
export class Browsers {
  constructor(
    private readonly reads: Reads,
    private readonly writer: Writer,
    private readonly audit: AuditLog,
    private readonly logins: LoginsService,
    private readonly key: PushKey,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'pushHosts'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(ctx: Pick<CallContext, 'principal'>, login_id?: string): Promise<PushBrowserList> {
    const rows = await this.notifiedOf(this.reads, { operator_id: mustBePerson(ctx) });
    const items = rows.slice(0, ALERT_LIMITS.browsers).map((row) => viewOf(row, login_id));
    return { server_key: this.key.get().publicKey, items };
  }

  /**
   * The same browser again replaces what was there, whoever was logged in.
   * @throws KennyError `validation`, `conflict` when there are too many, `forbidden` without a login
   */
  async add(
    ctx: CallContext,
    body: PushBrowserBody,
    from: FromBrowser | undefined,
  ): Promise<PushBrowserView> {
    const operator_id = mustBePerson(ctx);
    if (!from) {
      throw new KennyError(
        'forbidden',
        'a browser is notified while it is logged in; log in there',
      );
    }
    const place = this.mustFit(body);
    const { endpoint, p256dh, auth, names_pcs } = body;
    const endpoint_sha256 = createHash('sha256').update(endpoint).digest('hex');
    const row: PushBrowserEntity = {
      ...{ ...from, id: randomUUID(), operator_id, endpoint_sha256 },
      ...{ endpoint, p256dh, auth, names_pcs, added_at: this.clock.now() },
    };
    await this.writer.write(async (tx) => {
      const known = await tx.manager.findOneBy(PushBrowserEntity, { endpoint_sha256 });
      // Its id stays: what waits for this browser is delivered.
      if (known?.operator_id === operator_id) row.id = known.id;
      await tx.manager.delete(PushBrowserEntity, { endpoint_sha256 });
      // A browser has one subscription: an earlier one of this login is over.
      await tx.manager.delete(PushBrowserEntity, { login_id: from.login_id });
      const others = await this.notifiedOf(tx, { operator_id });
      if (others.length >= ALERT_LIMITS.browsers) {
        throw new KennyError(
          'conflict',
          `${ALERT_LIMITS.browsers} of your browsers are notified; remove one`,
        );
      }
      await tx.manager.insert(PushBrowserEntity, row);
      const args = { action: known ? 'change' : 'add', id: row.id, place: place.host, names_pcs };
      await this.audit.append(tx, { ...by(ctx), ...settingRow(args) });
    });
    return viewOf(row, from.login_id);
  }

  /** @throws KennyError `not_found` */
  async remove(ctx: CallContext, id: string): Promise<void> {
    const operator_id = mustBePerson(ctx);
    await this.writer.write(async (tx) => {
      const { affected } = await tx.manager.delete(PushBrowserEntity, { id, operator_id });
      if ((affected ?? 0) === 0) {
        throw new KennyError('not_found', 'there is no such browser; list your own');
      }
      await this.audit.append(tx, { ...by(ctx), ...settingRow({ action: 'remove', id }) });
    });
  }

  /** @throws KennyError `not_found` */
  async mustOwn(ctx: Pick<CallContext, 'principal'>, id: string): Promise<void> {
    const operator_id = mustBePerson(ctx);
    const [own] = await this.notifiedOf(this.reads, { id, operator_id });
    if (!own) throw new KennyError('not_found', 'this browser is not notified; switch it on again');
  }

  /** Whether anybody is notified at all. */
  async any(): Promise<boolean> {
    return (await this.notifiedOf(this.reads, {})).length > 0;
  }

  /** Those of everybody, by whose they are. */
  async byPerson(tx: Pick<Tx, 'manager'>): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>();
    for (const { id, operator_id } of await this.notifiedOf(tx, {})) {
      found.set(operator_id, [...(found.get(operator_id) ?? []), id]);
    }
    return found;
  }

  /** Undefined once its login was ended, or its push service does not know it any more. */
  async find(id: string): Promise<PushBrowserEntity | undefined> {
    return (await this.notifiedOf(this.reads, { id }))[0];
  }

  /** Its push service does not know it any more. */
  async forget({ id, endpoint }: Pick<PushBrowserEntity, 'id' | 'endpoint'>): Promise<void> {
    await this.writer.write(({ manager }) => manager.delete(PushBrowserEntity, { id, endpoint }));
  }

  /** Deletes those whose login was ended or is forgotten. */
  async prune(): Promise<void> {
    const all = await this.reads.manager.find(PushBrowserEntity);
    const notified = new Set((await this.notifiedAmong(this.reads, all)).map(({ id }) => id));
    const over = all.filter(({ id }) => !notified.has(id)).map(({ id }) => id);
    if (over.length === 0) return;
    await this.writer.write(({ manager }) => manager.delete(PushBrowserEntity, { id: In(over) }));
  }

  private async notifiedOf(
    tx: Pick<Tx, 'manager'>,
    where: Partial<Pick<PushBrowserEntity, 'id' | 'operator_id'>>,
  ): Promise<PushBrowserEntity[]> {
    const order = { added_at: 'DESC', id: 'DESC' } as const;
    return this.notifiedAmong(tx, await tx.manager.find(PushBrowserEntity, { where, order }));
  }

  private async notifiedAmong(
    tx: Pick<Tx, 'manager'>,
    rows: readonly PushBrowserEntity[],
  ): Promise<PushBrowserEntity[]> {
    const ids = [...new Set(rows.map(({ login_id }) => login_id))];
    const remembered = new Set(await this.logins.rememberedAmong(tx, ids));
    return rows.filter(({ login_id }) => remembered.has(login_id));
  }

  /** @throws KennyError `validation` */
  private mustFit({ endpoint, p256dh, auth }: PushBrowserBody) {
    const place = pushPlace(endpoint, this.config.pushHosts);
    if (!place) {
      throw invalid(
        'endpoint',
        'is at no push service that this server knows; an admin can add it to KENNY_PUSH_HOSTS',
      );
    }
    const point = Buffer.from(p256dh, 'base64url');
    if (point.length !== POINT_BYTES || point[0] !== 4) throw invalid('p256dh', 'is no such key');
    if (Buffer.from(auth, 'base64url').length !== AUTH_BYTES) {
      throw invalid('auth', 'is no such secret');
    }
    return place;
  }
}

function viewOf(row: PushBrowserEntity, login_id: string | undefined): PushBrowserView {
  const { id, user_agent, names_pcs, added_at } = row;
  const current = login_id !== undefined && row.login_id === login_id;
  return { id, user_agent, names_pcs, added_at: iso(added_at), current };
}

function settingRow(args: Record<string, unknown>) {
  return { kind: 'setting', target: 'notified browser', args, ok: true } as const;
}

function invalid(field: string, message: string): KennyError {
  return new KennyError('validation', `${field}: ${message}`, { field });
}
