import {
  computed,
  DestroyRef,
  DOCUMENT,
  effect,
  inject,
  Injectable,
  signal,
  untracked,
} from '@angular/core';
import type { Os, PackageView } from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { Notifications, type NotificationItem } from '../../core/notifications/notifications';
import { Session } from '../../core/session/session';
import { PackageBuild } from './package-build';
import type { HandOs, Ticket } from './ticket';

/** For a system without an installer, and for those who like to see each line. */
export const BY_HAND = 'by-hand';
export type Way = Os | typeof BY_HAND;

/** What somebody has asked for on the page that adds a PC. */
export interface PcOrder {
  readonly agentId: string;
  /** As it was typed; empty where it has one already or is called by its ID. */
  readonly name: string;
  /** It is in the fleet already and only needs a new link. */
  readonly known: boolean;
  readonly way: Way;
  /** The system whose lines are shown where it is done by hand. */
  readonly hand: HandOs;
  /** `host:port` that it dials; undefined for what new PCs are told. */
  readonly at: string | undefined;
  /** Why that address was not reached from here. */
  readonly unreached: string | null;
}

/** What a reload of the page would lose while the installer is being built. */
interface Kept {
  readonly order: PcOrder;
  readonly os: Os;
}

const PAGE = '/settings/add';
const KEPT = 'kenny.pending-pc';

/** The PC that is being added. An installer takes minutes to build: this goes on when the page is left. */
@Injectable({ providedIn: 'root' })
export class PendingPc {
  private readonly api = inject(ApiClient);
  private readonly fleet = inject(FleetStore);
  private readonly notifications = inject(Notifications);
  private readonly session = inject(Session);
  private readonly storage = inject(DOCUMENT).defaultView?.sessionStorage;
  private readonly asked = signal<PcOrder | null>(null);
  private readonly building = signal<PackageBuild | null>(null);
  private readonly issued = signal<Ticket | null>(null);
  private readonly said = signal<readonly string[]>([]);
  /** The PC that the open page is about, if there is a page. */
  private page: { readonly pc: () => string | undefined } | null = null;

  readonly order = this.asked.asReadonly();
  /** Of its installer, before it is added. */
  readonly build = this.building.asReadonly();
  readonly ticket = this.issued.asReadonly();
  /** What came with an installer that was just built. */
  readonly notes = this.said.asReadonly();
  readonly issuing = new Mutation();
  readonly name = computed(() => {
    const order = this.asked();
    return order ? (this.fleet.agent(order.agentId)?.name ?? (order.name || order.agentId)) : '';
  });

  constructor() {
    inject(DestroyRef).onDestroy(() => this.building()?.stop());
    const kept = this.storage?.getItem(this.keptAs());
    if (kept) {
      const { order, os } = JSON.parse(kept) as Kept;
      void this.add(order, os);
    }
    // A link is a secret: the next person on this computer does not find it here.
    effect(() => {
      if (!this.session.me()) untracked(() => this.drop());
    });
  }

  /** The page of a PC shows only what was asked for that PC; the one for a new PC shows anything. */
  isFor(pc: string | undefined): boolean {
    const order = this.asked();
    return order !== null && (pc === undefined || pc === order.agentId);
  }

  /** The page says by itself how it goes; what somebody has seen end is over when they leave. */
  watch(page: DestroyRef, pc: () => string | undefined): void {
    this.page = { pc };
    page.onDestroy(() => {
      const isSeen = this.isSeen();
      this.page = null;
      if (!isSeen) return;
      const goesOn = this.building()?.hasFailed() === false || this.issuing.busy();
      if (!goesOn) this.drop();
    });
  }

  /** @param os - of an installer that has to be built first */
  async add(order: PcOrder, os?: Os): Promise<void> {
    this.drop();
    this.asked.set(order);
    if (os === undefined) return this.issue(order, order.known);
    const build = new PackageBuild(os, this.api, {
      built: (view) => void this.built(order, view),
      failed: () => {
        this.storage?.removeItem(this.keptAs());
        this.tell(order, 'failed', build.error()?.message ?? 'the installer could not be built');
      },
    });
    this.building.set(build);
    this.storage?.setItem(this.keptAs(), JSON.stringify({ order, os } satisfies Kept));
    await build.start();
  }

  /** A new link; it revokes the previous one. */
  async again(): Promise<void> {
    const order = this.asked();
    if (order) await this.issue(order, true);
  }

  drop(): void {
    const order = this.asked();
    this.building()?.stop();
    this.building.set(null);
    this.storage?.removeItem(this.keptAs());
    this.asked.set(null);
    this.issued.set(null);
    this.said.set([]);
    this.issuing.clear();
    if (order) for (const kind of ['added', 'failed'] as const) this.forget(order, kind);
  }

  private async built(order: PcOrder, { notes }: PackageView): Promise<void> {
    this.said.set(notes);
    this.building.set(null);
    this.storage?.removeItem(this.keptAs());
    await this.issue(order, order.known);
  }

  private async issue(order: PcOrder, known: boolean): Promise<void> {
    await this.issuing.run(async () => {
      const ticket = await this.newTicket(order, known);
      if (this.asked() === order) this.issued.set(ticket);
    });
    const error = this.issuing.error();
    if (error) this.tell(order, 'failed', error.message);
    else this.tell(order, 'added', 'install kenny there now');
  }

  private async newTicket(order: PcOrder, known: boolean): Promise<Ticket> {
    const { agentId, way, hand, unreached } = order;
    const connectedBefore = this.fleet.agent(agentId)?.connected_since ?? null;
    const at = order.at === undefined ? {} : { at: order.at };
    const common = { agentId, name: this.name(), connectedBefore, unreached };
    const added = known
      ? undefined
      : await this.api.addAgent({
          agent_id: agentId,
          ...at,
          ...(order.name === '' ? {} : { name: order.name }),
          ...(way === BY_HAND ? {} : { os: way }),
        });
    if (way !== BY_HAND) {
      const installer = await this.api.installer(agentId, { os: way, ...at });
      return { ...common, installer, expiresAt: installer.expires_at };
    }
    const { install, enrollment, authority } =
      added ?? (await this.api.rekeyAgent(agentId, { mode: 'rotate', ...at }));
    return {
      ...{ ...common, expiresAt: enrollment.expires_at },
      lines: { os: hand, text: install[hand] },
      ...(authority === null ? {} : { authority }),
    };
  }

  /** Only for somebody who has left the page, and not for what was dropped meanwhile. */
  private tell(order: PcOrder, kind: 'added' | 'failed', what: string): void {
    if (this.asked() !== order || this.isSeen()) return;
    const ready = order.known ? 'has a new link' : 'is added';
    const failed = order.known ? 'has no new link' : 'is not added';
    const text = `${this.name()} ${kind === 'added' ? ready : failed}: ${what}`;
    this.notifications.announce({ id: order.agentId, kind, text: visibleText(text), path: PAGE });
  }

  /** Each person has their own, in this tab alone; a logout takes it away. */
  private keptAs(): string {
    return `${KEPT}.${this.session.me()?.id ?? ''}`;
  }

  private isSeen(): boolean {
    return this.page !== null && this.isFor(this.page.pc());
  }

  private forget({ agentId: id }: PcOrder, kind: NotificationItem['kind']): void {
    this.notifications.putAway({ id, kind });
  }
}
