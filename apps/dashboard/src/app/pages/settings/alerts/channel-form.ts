import { Component, computed, inject, input, linkedSignal, output } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import {
  ALERT_CHANNELS,
  alertAddress,
  MAIL_SECURITY,
  type AlertChannelBody,
  type AlertChannelKind,
  type AlertChannelView,
} from '@kenny/contract/web';
import { ApiClient } from '../../../core/http/api-client';
import { separated } from '../../../core/forms/separated';
import { Mutation } from '../../../core/http/mutation';
import { ErrorNote } from '../../../ui/error-note';
import { FIELD_LOOK } from '../../../ui/field-look';
import { CHANNEL_GROUPS, CHANNEL_WORDS } from './channel-words';
import { MAIL_SERVICES, mailServiceAt, mailServiceOf, type MailService } from './mail-services';

const SECURITY_WORDS = { tls: 'TLS (465)', starttls: 'STARTTLS (587)', none: 'None' } as const;
const URL_LABELS: Partial<Record<AlertChannelKind, string>> = {
  ntfy: 'Server, as https://ntfy.sh',
  gotify: 'Server',
  matrix: 'Homeserver, as https://matrix.org',
  webhook: 'Address',
};

/** What was stored, and where whoever added it wants to have it. */
export interface StoredChannel {
  readonly channel: AlertChannelView;
  readonly address?: string;
}

type Field =
  'name' | 'url' | 'host' | 'port' | 'user' | 'from' | 'secret' | 'allowed' | 'every' | 'to';
type Texts = Readonly<Record<Field, string>>;

/** A channel to add or to change. A secret that is stored is never shown. */
@Component({
  selector: 'kenny-channel-form',
  imports: [ErrorNote, MatButton, MatFormField, MatHint, MatInput, MatLabel],
  providers: [FIELD_LOOK],
  templateUrl: './channel-form.html',
  styleUrls: ['../../../ui/form.css', './alerts.css'],
})
export class ChannelForm {
  private readonly api = inject(ApiClient);
  /** Null: a new one. */
  readonly channel = input.required<AlertChannelView | null>();
  readonly closed = output<void>();
  readonly stored = output<StoredChannel>();

  protected readonly groups = CHANNEL_GROUPS;
  protected readonly services = MAIL_SERVICES;
  protected readonly addressPattern = alertAddress('mail')?.pattern ?? '';
  protected readonly words = ALERT_CHANNELS;
  protected readonly urlLabels = URL_LABELS;
  protected readonly securities = MAIL_SECURITY;
  protected readonly securityWords = SECURITY_WORDS;
  protected readonly kind = linkedSignal<AlertChannelKind>(() => this.channel()?.kind ?? 'mail');
  protected readonly isQuickest = (kind: AlertChannelKind) => CHANNEL_WORDS[kind].quickest ?? false;
  protected readonly needs = computed(() => CHANNEL_WORDS[this.kind()].needs);
  protected readonly security = linkedSignal(() => this.channel()?.settings?.security ?? 'tls');
  protected readonly texts = linkedSignal<Texts>(() => textsOf(this.channel()));
  protected readonly needsSecret = computed(() => {
    const hasOne = this.channel()?.settings?.secret_stored ?? false;
    const wanted = ALERT_CHANNELS[this.kind()].secret.needed || this.texts().user !== '';
    return wanted && !hasOne;
  });
  /** What is said there is seen. */
  protected readonly inOwnNetwork = computed(
    () =>
      this.security() === 'none' || (this.channel()?.settings?.allowed_addresses ?? []).length > 0,
  );
  /** Undefined: one that kenny does not know; null: nobody has chosen yet. */
  protected readonly service = linkedSignal<MailService | undefined | null>(() => {
    const channel = this.channel();
    return channel && mailServiceAt(channel.settings?.host ?? '');
  });
  /** Its provider takes no mail from programs. */
  protected readonly cannotSend = computed(
    () => ALERT_CHANNELS[this.kind()].at === 'smtp' && this.service()?.refuses === true,
  );
  protected readonly other = 'Another provider';
  protected readonly saving = new Mutation();

  protected chooseKind(index: number): void {
    this.kind.set(CHANNEL_GROUPS.flatMap(({ kinds }) => kinds)[index] ?? 'mail');
  }

  protected set(field: Field, text: string): void {
    this.texts.update((texts) => ({ ...texts, [field]: text }));
  }

  /** The user name of a known service is the address, as long as nobody has written another. */
  protected setSender(text: string): void {
    const { from, user } = this.texts();
    if (this.service() && user === from) this.set('user', text.trim());
    this.set('from', text);
  }

  /** What the sender's service is known to need, where nobody has written anything else. */
  protected fillIn(): void {
    const service = mailServiceOf(this.texts().from);
    if (service && this.texts().host === '') this.choose(service);
    if (!service && this.service() === null && this.texts().from !== '') this.choose(undefined);
  }

  protected chooseNamed(name: string): void {
    this.choose(MAIL_SERVICES.find((one) => one.name === name));
  }

  private choose(service: MailService | undefined): void {
    const { host, user, from } = this.texts();
    this.service.set(service);
    if (service) {
      this.set('host', service.host);
      this.set('port', '');
      this.security.set(service.security);
      if (user === '') this.set('user', from.trim());
    } else if (mailServiceAt(host)) this.set('host', '');
  }

  protected async save(event: Event): Promise<void> {
    event.preventDefault();
    if (this.saving.busy() || this.cannotSend()) return;
    await this.saving.run(async () => {
      const id = this.channel()?.id;
      const body = this.body();
      const channel = await (id === undefined
        ? this.api.addAlertChannel(body)
        : this.api.changeAlertChannel(id, body));
      const { to, from } = this.texts();
      this.stored.emit({ channel, address: to.trim() || from.trim() });
    });
  }

  private body(): AlertChannelBody {
    const kind = this.kind();
    const { name, url, host, port, user, from, secret, allowed, every } = this.texts();
    const isMail = ALERT_CHANNELS[kind].at === 'smtp';
    const allowed_addresses = separated(allowed);
    return {
      ...{ kind, name: name.trim() || ALERT_CHANNELS[kind].label, allowed_addresses },
      ...(ALERT_CHANNELS[kind].at === 'url' ? { url: url.trim() } : {}),
      ...(isMail ? { host: host.trim(), from: from.trim(), security: this.security() } : {}),
      ...(isMail && port !== '' ? { port: Number(port) } : {}),
      ...(isMail && user.trim() !== '' ? { user: user.trim() } : {}),
      ...(kind === 'heartbeat' && every !== '' ? { every_min: Number(every) } : {}),
      ...(secret === '' ? {} : { secret: secret.trim() }),
    };
  }
}

function textsOf(channel: AlertChannelView | null): Texts {
  const { url, host, port, user, from, allowed_addresses, every_min } = channel?.settings ?? {};
  return {
    ...{ name: channel?.name ?? '', url: url ?? '', host: host ?? '', user: user ?? '' },
    ...{ port: port?.toString() ?? '', from: from ?? '', secret: '', to: '' },
    ...{ allowed: allowed_addresses?.join(', ') ?? '', every: every_min?.toString() ?? '5' },
  };
}
