import {
  Component,
  computed,
  effect,
  inject,
  input,
  linkedSignal,
  output,
  signal,
  untracked,
} from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatCheckbox } from '@angular/material/checkbox';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import {
  ALERT_KIND_NAMES,
  ALERT_KINDS,
  alertAddress,
  isForPeople,
  REQUEST_EXPIRY_WORDS,
  WEEK_DAYS,
  type AlertChannelList,
  type AlertChannelView,
  type AlertChoices,
  type AlertKind,
  type OwnAlertChannel,
} from '@kenny/contract/web';
import { capitalised, visibleText } from '@kenny/kernel';
import { FleetStore } from '../../../core/fleet/fleet-store';
import { ApiClient } from '../../../core/http/api-client';
import type { ApiResource } from '../../../core/http/api-resource';
import { separated } from '../../../core/forms/separated';
import { Mutation } from '../../../core/http/mutation';
import { ownTimeZone } from '../../../core/time/time-zones';
import { ErrorNote } from '../../../ui/error-note';
import { FIELD_LOOK } from '../../../ui/field-look';
import { ResourceStateNote } from '../../../ui/resource-state';
import { UntrustedText } from '../../../ui/untrusted-text';
import { TimeZoneField } from '../../../ui/time-zone-field';
import { OnlyPcs, strangersAmong } from '../only-pcs';
import { AlertPresets } from './alert-presets';
import type { StoredChannel } from './channel-form';

const DAY_WORDS = WEEK_DAYS.map((day) => ({
  day,
  words: capitalised(day),
}));

/** What somebody wants to hear of, and where. What is chosen is saved at once, what is typed when it is left. */
@Component({
  selector: 'kenny-own-alerts',
  imports: [
    AlertPresets,
    ErrorNote,
    MatButton,
    MatCheckbox,
    MatFormField,
    MatHint,
    MatInput,
    MatLabel,
    OnlyPcs,
    ResourceStateNote,
    TimeZoneField,
    UntrustedText,
  ],
  providers: [FIELD_LOOK],
  templateUrl: './own-alerts.html',
  styleUrls: ['../../../ui/headed-rows.css', '../../../ui/form.css', './alerts.css'],
})
export class OwnAlerts {
  private readonly api = inject(ApiClient);
  private readonly fleet = inject(FleetStore);
  readonly channels = input.required<ApiResource<AlertChannelList>>();
  readonly admin = input.required<boolean>();
  readonly stored = input.required<ApiResource<AlertChoices>>();
  /** No browser is notified. */
  readonly browserless = input(false);
  /** As it is on the page. */
  protected readonly own = linkedSignal<AlertChoices | undefined>(() => {
    const stored = this.stored().value();
    return stored && { ...stored, time_zone: untracked(() => this.zoneOf(stored)) };
  });
  /** Added since the list came. */
  private readonly added = linkedSignal<AlertChannelList | undefined, readonly AlertChannelView[]>({
    source: () => this.channels().value(),
    computation: () => [],
  });
  protected readonly offered = computed(() => {
    const listed = this.channels().value()?.items ?? [];
    return [...listed, ...this.added()].filter(({ kind }) => isForPeople(kind));
  });
  protected readonly kinds = computed(() =>
    ALERT_KIND_NAMES.filter((kind) => this.admin() || ALERT_KINDS[kind].for !== 'admin').map(
      (kind) => ({ kind, ...ALERT_KINDS[kind] }),
    ),
  );
  /** What is folded, in a line. */
  protected readonly whatWords = computed(() => {
    const own = this.own();
    if (!own) return '';
    const kinds = this.kinds();
    const told = kinds.filter(({ kind }) => !own.muted.includes(kind)).length;
    const pcs = own.agents.length === 1 ? '1 PC' : `${own.agents.length} PCs`;
    return [
      `${told === kinds.length ? 'All' : `${told} of`} ${kinds.length} kinds of alerts`,
      own.agents.length === 0 && own.tags.length === 0 ? 'all PCs' : '',
      own.agents.length > 0 ? pcs : '',
      ...own.tags.map((tag) => `#${visibleText(tag)}`),
    ]
      .filter((words) => words !== '')
      .join(' · ');
  });
  protected readonly weeklyWords = computed(() => {
    const own = this.own();
    const day = DAY_WORDS.find((one) => one.day === own?.weekly_day)?.words ?? '';
    return own?.weekly ? `Mail on ${day}, ${own.weekly_at}` : 'No mail';
  });
  protected readonly separated = separated;
  protected readonly expiryWords = REQUEST_EXPIRY_WORDS;
  protected readonly days = DAY_WORDS;
  /** Where a mail can go: pictures and links need one. */
  protected readonly hasMail = computed(() =>
    this.offered().some((channel) => channel.kind === 'mail' && this.mine(channel)),
  );
  /** Never, or all day? The server takes it for never. */
  protected readonly endless = computed(() => {
    const own = this.own();
    return own !== undefined && own.quiet && own.quiet_from === own.quiet_to;
  });
  /** Whether anything of it reaches somebody, again whenever that changes: a place that is chosen, with its address. */
  readonly reaches = output<boolean>();
  protected readonly saving = new Mutation();
  protected readonly saved = signal(false);
  /** Somebody has changed something that the server has not. */
  private unsaved = false;
  protected readonly stateWords = computed(() => {
    if (this.endless()) return 'Not saved yet.';
    return this.saved() ? 'Saved.' : 'Changes are saved at once.';
  });
  protected readonly testing = new Mutation();
  /** What became of the last test, by channel. */
  protected readonly tested = signal<Readonly<Record<string, string>>>({});

  constructor() {
    const reaches = computed(() => this.offered().some((channel) => this.fits(channel)));
    effect(() => {
      if (this.own()) this.reaches.emit(reaches());
    });
  }

  /** A server in a container keeps UTC: as long as nothing reaches somebody, theirs is where they sit. */
  private zoneOf({ channels, time_zone }: AlertChoices): string {
    const isUnused = channels.length === 0 && this.browserless();
    return isUnused && time_zone === 'UTC' ? ownTimeZone() : time_zone;
  }

  /** A browser is notified from now on: what the page shows begins to count. */
  begin(): void {
    const zone = this.own()?.time_zone;
    if (zone !== this.stored().value()?.time_zone) this.change({});
  }

  protected asked(channel: AlertChannelView) {
    return alertAddress(channel.kind);
  }

  protected mine({ id }: AlertChannelView): OwnAlertChannel | undefined {
    return this.own()?.channels.find(({ channel_id }) => channel_id === id);
  }

  protected fits(channel: AlertChannelView): boolean {
    const asked = alertAddress(channel.kind);
    const own = this.mine(channel);
    return own !== undefined && (!asked || new RegExp(asked.pattern, 'u').test(own.address));
  }

  /** While somebody types. */
  protected write(change: Partial<AlertChoices>): void {
    this.saved.set(false);
    this.unsaved = true;
    this.own.update((own) => own && { ...own, ...change });
  }

  protected change(change: Partial<AlertChoices>): void {
    this.write(change);
    void this.save();
  }

  protected limitTo(agents: readonly string[]): void {
    this.write({ agents: [...agents] });
    // Half an ID is of no PC.
    if (strangersAmong(this.fleet, agents).length === 0) void this.save();
  }

  protected writeAddress({ id }: AlertChannelView, address: string): void {
    this.write({ channels: this.channelsWith(id, [{ channel_id: id, address: address.trim() }]) });
  }

  /** Whoever adds a channel most likely wants to have it. */
  useNew({ channel, address = '' }: StoredChannel): void {
    const { id: channel_id } = channel;
    this.added.update((added) => [...added, channel]);
    this.change({ channels: this.channelsWith(channel_id, [{ channel_id, address }]) });
  }

  protected use({ id }: AlertChannelView, isUsed: boolean): void {
    this.change({
      channels: this.channelsWith(id, isUsed ? [{ channel_id: id, address: '' }] : []),
    });
  }

  private channelsWith(id: string, own: readonly OwnAlertChannel[]): OwnAlertChannel[] {
    const others = this.own()?.channels.filter(({ channel_id }) => channel_id !== id) ?? [];
    return [...others, ...own];
  }

  protected tell(kind: AlertKind, on: boolean): void {
    const others = this.own()?.muted.filter((one) => one !== kind) ?? [];
    this.change({ muted: on ? others : [...others, kind] });
  }

  /** One at a time, so that the last of them is what stays. */
  protected async save(): Promise<void> {
    while (this.unsaved && !this.saving.busy()) {
      const own = this.own();
      if (!own || this.endless()) return;
      this.unsaved = false;
      await this.saving.run(() => this.api.chooseAlerts(this.usable(own)));
      if (this.saving.error()) {
        this.unsaved = true;
        return;
      }
      this.saved.set(!this.unsaved);
    }
  }

  /** A channel without its address is none yet. */
  private usable(own: AlertChoices): AlertChoices {
    const waiting = this.offered().filter((channel) => this.mine(channel) && !this.fits(channel));
    const ids = waiting.map(({ id }) => id);
    return { ...own, channels: own.channels.filter(({ channel_id }) => !ids.includes(channel_id)) };
  }

  protected async test(channel: AlertChannelView): Promise<void> {
    const own = this.mine(channel);
    if (!own || this.testing.busy()) return;
    await this.testing.run(async () => {
      const { state, answer } = await this.api.testAlert(own);
      const words = state === 'sent' ? 'Delivered.' : `Not delivered: ${answer ?? 'no answer'}`;
      this.tested.update((before) => ({ ...before, [channel.id]: words }));
      this.channels().reload();
    });
  }
}
