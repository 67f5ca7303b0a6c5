import { Component, computed, DOCUMENT, inject, input, output, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatCheckbox } from '@angular/material/checkbox';
import { RouterLink } from '@angular/router';
import {
  isThisComputersAddress,
  PUSH_CHANNEL,
  type PushBrowserList,
  type PushBrowserView,
} from '@kenny/contract/web';
import { ApiClient } from '../../../core/http/api-client';
import type { ApiResource } from '../../../core/http/api-resource';
import { Mutation } from '../../../core/http/mutation';
import { BrowserPush, type PushObstacle } from '../../../core/notifications/browser-push';
import { browserWords } from '../../../core/session/browser-words';
import { ErrorNote } from '../../../ui/error-note';
import { Icon } from '../../../ui/icon';
import { RelativeTime } from '../../../ui/relative-time';
import { ResourceStateNote } from '../../../ui/resource-state';
import { UntrustedText } from '../../../ui/untrusted-text';

/** What stands in the way, and what to do. */
const OBSTACLE_WORDS: Readonly<Record<PushObstacle, string>> = {
  insecure: 'Notifications need HTTPS: open kenny at an address that begins with https://.',
  home_screen: 'On an iPhone or iPad, add kenny to the home screen first, and open it from there.',
  unsupported: 'This browser has no notifications that come while kenny is closed.',
  blocked: 'This browser blocks notifications of kenny. Allow them in its settings for this site.',
};

/** The browsers in which somebody hears of things while no page is open; this one first. */
@Component({
  selector: 'kenny-notified-browsers',
  imports: [
    ErrorNote,
    Icon,
    MatButton,
    MatCheckbox,
    RelativeTime,
    ResourceStateNote,
    RouterLink,
    UntrustedText,
  ],
  templateUrl: './notified-browsers.html',
  styleUrls: ['../../../ui/headed-rows.css', './alerts.css'],
})
export class NotifiedBrowsers {
  private readonly api = inject(ApiClient);
  protected readonly push = inject(BrowserPush);
  readonly list = input.required<ApiResource<PushBrowserList>>();
  readonly turnedOn = output<void>();
  protected readonly here = computed(() =>
    this.list()
      .value()
      ?.items.find(({ current }) => current),
  );
  protected readonly obstacle = computed(() => {
    const why = this.push.obstacle();
    return why && OBSTACLE_WORDS[why];
  });
  /** kenny is open at an address that no phone has. */
  protected readonly onlyThisComputer = isThisComputersAddress(inject(DOCUMENT).location.href);
  protected readonly named = signal<boolean | undefined>(undefined);
  protected readonly namesPcs = computed(() => this.named() ?? this.here()?.names_pcs ?? false);
  protected readonly mutation = new Mutation();
  protected readonly said = signal('');
  protected readonly browserWords = browserWords;

  protected turnOn(): Promise<void> {
    return this.act(async () => {
      const key = this.list().value()?.server_key;
      if (key === undefined) return '';
      const view = await this.push.turnOn(key, this.namesPcs());
      if (view) this.turnedOn.emit();
      return view || this.obstacle() ? '' : 'The browser did not allow it.';
    });
  }

  protected name(names: boolean): Promise<void> {
    this.named.set(names);
    return this.here() ? this.turnOn() : Promise.resolve();
  }

  protected turnOff(browser: PushBrowserView): Promise<void> {
    return this.act(async () => {
      await this.push.turnOff(browser);
      return browser.current ? '' : 'Removed.';
    });
  }

  protected test({ id }: PushBrowserView): Promise<void> {
    return this.act(async () => {
      const place = { channel_id: PUSH_CHANNEL.id, address: id };
      const { state, answer } = await this.api.testAlert(place);
      if (state === 'sent') return 'Sent. It appears in a moment.';
      return `Not delivered: ${answer ?? 'no answer'}`;
    });
  }

  private async act(work: () => Promise<string>): Promise<void> {
    if (this.mutation.busy()) return;
    this.said.set('');
    await this.mutation.run(async () => {
      this.said.set(await work());
      this.list().reload();
    });
  }
}
