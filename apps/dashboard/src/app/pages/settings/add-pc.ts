import {
  Component,
  computed,
  DestroyRef,
  inject,
  input,
  linkedSignal,
  signal,
} from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { MatRadioButton, MatRadioGroup } from '@angular/material/radio';
import { Router, RouterLink } from '@angular/router';
import {
  OS_TITLES,
  AGENT_ID_PATTERN,
  agentIdKey,
  PC_NAME_LENGTH,
  type NetworkView,
  type Os,
  type PackageView,
} from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import { FleetStore } from '../../core/fleet/fleet-store';
import { idFrom } from '../../core/fleet/id-from';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Mutation } from '../../core/http/mutation';
import { Session } from '../../core/session/session';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';
import { ResourceStateNote } from '../../ui/resource-state';
import { UntrustedText } from '../../ui/untrusted-text';
import { AgentsDoor, hostOf, isConfigured, placesOf, type ChosenPlace } from './agents-door';
import { BuildPackage } from './build-package';
import { Enrolling } from './enrolling';
import { BY_HAND, PendingPc, type Way } from './pending-pc';
import type { HandOs } from './ticket';

const AGENT_ID = new RegExp(AGENT_ID_PATTERN, 'u');
const MAC: Os = 'macos';
const HAND_SYSTEMS: readonly HandOs[] = ['windows', 'linux'];

/** Enrols a PC: name it, run one line on it, see it turn green. */
@Component({
  selector: 'kenny-add-pc',
  imports: [
    AgentsDoor,
    BuildPackage,
    Enrolling,
    ErrorNote,
    MatButton,
    MatFormField,
    MatHint,
    MatInput,
    MatLabel,
    MatRadioButton,
    MatRadioGroup,
    ResourceStateNote,
    RouterLink,
    UntrustedText,
  ],
  providers: [FIELD_LOOK],
  templateUrl: './add-pc.html',
  styleUrls: ['../../ui/back.css', '../../ui/form.css', '../../ui/headed-rows.css', './add-pc.css'],
})
export class AddPc {
  private readonly api = inject(ApiClient);
  private readonly fleet = inject(FleetStore);
  private readonly router = inject(Router);
  /** What goes on when this page is left. */
  protected readonly pending = inject(PendingPc);
  /** From the query: a PC that is set up again. */
  readonly pc = input<string>();

  protected readonly admin = inject(Session).reaches('admin');
  protected readonly byHand = BY_HAND;
  protected readonly longest = PC_NAME_LENGTH;
  protected readonly osWords = OS_TITLES;
  protected readonly packages = apiResource({
    params: () => this.admin || undefined,
    loader: () => this.api.packages(),
  });
  protected readonly mac = MAC;
  protected readonly systems = computed(() => this.packages.value()?.items ?? []);
  protected readonly asked = apiResource({
    params: () => this.admin || undefined,
    loader: () => this.api.network(),
  });
  /** As it is after the last change. */
  protected readonly told = signal<NetworkView | undefined>(undefined);
  protected readonly network = computed(() => this.told() ?? this.asked.value());
  /** Somebody has a PC that does not reach the address which was configured. */
  protected readonly anotherWay = signal(false);
  protected readonly asksWhere = computed(() => {
    const network = this.network();
    return this.anotherWay() || (network !== undefined && !isConfigured(network));
  });
  protected readonly place = signal<ChosenPlace | string>('');
  /** What is missing while it is not known where it is used; undefined when it is, or is not asked. */
  private readonly unplaced = computed(() => {
    const place = this.place();
    return this.asksWhere() && typeof place === 'string' ? place : undefined;
  });
  protected readonly name = signal('');
  /** Made from the name until somebody writes one. */
  protected readonly id = linkedSignal(() => this.subject() ?? idFrom(this.name()));
  protected readonly way = linkedSignal<PackageView[], Way>({
    source: () => this.packages.value()?.items ?? [],
    // What somebody has chosen stays chosen when the list is read again.
    computation: (items, before) => {
      if (before && before.source.length > 0) return before.value;
      const asked = this.pending.order()?.way;
      if (asked !== undefined) return asked;
      const first = items.find(({ ready }) => ready) ?? items.find(({ can_build }) => can_build);
      return first?.os ?? BY_HAND;
    },
  });
  protected readonly handSystems = HAND_SYSTEMS;
  /** Whose lines are shown where it is done by hand. */
  protected readonly hand = signal<HandOs | null>(null);
  /** The PC of the fleet that this is about; none while one is added. */
  private readonly subject = computed(() => {
    const [pc, order] = [this.pc(), this.pending.order()];
    const isShown = this.pending.build() !== null || this.ticket() !== null;
    if (!order || (!isShown && pc !== undefined)) return pc;
    return order.known ? order.agentId : undefined;
  });
  protected readonly ticket = computed(() =>
    this.pending.isFor(this.pc()) ? this.pending.ticket() : null,
  );
  /** Of the address that the PC is to dial. */
  protected readonly opening = new Mutation();
  protected readonly fault = computed(
    () =>
      this.opening.error() ?? (this.pending.isFor(this.pc()) ? this.pending.issuing.error() : null),
  );
  protected readonly busy = computed(() => this.opening.busy() || this.pending.issuing.busy());

  protected readonly known = computed(() => this.subject() !== undefined);
  private readonly agent = computed(() => this.fleet.agent(this.subject() ?? ''));
  /** It has never been here. */
  protected readonly isNew = computed(() => this.agent()?.last_seen === null);
  protected readonly heading = computed(() => {
    const id = this.subject();
    if (id === undefined) return 'Add a PC';
    const name = visibleText(this.agent()?.name ?? id);
    return this.isNew() ? `Install kenny on ${name}` : `Install kenny again on ${name}`;
  });
  protected readonly trouble = computed(() => {
    const id = this.id();
    if (id === '') return null;
    if (!AGENT_ID.test(id))
      return 'Letters, digits, "_", "." and "-", up to 64, beginning with a letter or digit.';
    const taken = this.fleet.agents().find((one) => agentIdKey(one.agent_id) === agentIdKey(id));
    if (taken && !this.known() && !this.ticket()) return `${taken.agent_id} is here already.`;
    return null;
  });

  /** Its name has no letter that an ID can have. */
  protected readonly needsId = computed(() => this.id() === '' && this.name().trim() !== '');

  /** Folded until something is wrong with it; what somebody types in stays open. */
  protected readonly idShown = linkedSignal<boolean, boolean>({
    source: () => this.trouble() !== null || this.needsId(),
    computation: (matters, before) => matters || before?.value === true,
  });

  /** All that it cannot be added without yet, beside the button, in the order of the fields. */
  protected readonly missing = computed(() => {
    const isNameless = this.id() === '' && !this.needsId();
    return [
      isNameless ? 'Give it a name.' : '',
      this.way() === BY_HAND && this.hand() === null ? 'Say which system it has.' : '',
      this.needsId() ? 'Write an ID.' : '',
      this.unplaced() ?? '',
    ]
      .filter((words) => words !== '')
      .join(' ');
  });
  protected readonly ready = computed(
    () =>
      this.trouble() === null &&
      this.packages.value() !== undefined &&
      this.unplaced() === undefined &&
      this.missing() === '',
  );

  constructor() {
    // What somebody comes back to is as they left it.
    const order = this.pending.order();
    if (order) {
      this.name.set(order.name);
      this.id.set(order.agentId);
      if (order.way === BY_HAND) this.hand.set(order.hand);
    }
    this.pending.watch(inject(DestroyRef), this.pc);
  }

  /** What follows the button. */
  protected readonly afterwards = computed(() => {
    const chosen = this.systems().find(({ os }) => os === this.way());
    const shows = 'shows what to type on that PC';
    const next = chosen && !chosen.ready ? `builds the installer, then ${shows}` : shows;
    return `Next, kenny ${next}. The PC connects once that has run there.`;
  });

  protected async add(event: Event): Promise<void> {
    event.preventDefault();
    if (!this.ready() || this.busy()) return;
    this.opening.clear();
    const place = this.place();
    const { at, opens } = typeof place === 'string' ? {} : place;
    const [agentId, name, known, way] = [this.id(), this.name().trim(), this.known(), this.way()];
    const hand = this.hand() ?? 'linux';
    const chosen = this.packages.value()?.items.find(({ os }) => os === way);
    if (opens) {
      await this.opening.run(async () => this.told.set(await this.api.openNetwork(opens)));
      if (this.opening.error()) return;
    }
    const order = { agentId, name, known, way, hand, at, unreached: this.unreached(at) };
    await this.pending.add(order, chosen && !chosen.ready ? chosen.os : undefined);
  }

  protected lacking({ os, can_build }: PackageView): string {
    if (os === MAC) return 'not possible yet: kenny cannot check a Mac';
    return can_build ? 'takes a few minutes the first time' : 'no installer';
  }

  /** The list of installers may be another by now. */
  protected leaveBuild(): void {
    this.pending.drop();
    this.opening.clear();
    this.packages.reload();
  }

  /** A VPN may have come up meanwhile. */
  protected lookAgain(): void {
    this.told.set(undefined);
    this.asked.reload();
  }

  protected another(): void {
    if (this.known()) void this.router.navigateByUrl('/settings/add');
    this.leaveBuild();
    this.name.set('');
    this.id.set('');
  }

  /** Why the address that the PC dials was not reached from here. */
  private unreached(at: string | undefined): string | null {
    const network = this.network();
    const places = network ? placesOf(network) : [];
    return places.find((one) => hostOf(one) === at)?.problem ?? null;
  }
}
