import { NgTemplateOutlet } from '@angular/common';
import { Component, computed, DestroyRef, DOCUMENT, effect, inject, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import { isThisComputersAddress, type TailscaleTurned } from '@kenny/contract/web';
import { SECOND_MS } from '@kenny/kernel';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Mutation } from '../../core/http/mutation';
import { RestartWatch } from '../../core/http/restart-watch';
import { SessionEnd } from '../../core/http/session-end';
import { Session } from '../../core/session/session';
import { AskFirst } from '../../ui/ask-first';
import { CopyButton } from '../../ui/copy-button';
import { ErrorNote } from '../../ui/error-note';
import { Icon } from '../../ui/icon';
import { ResourceStateNote } from '../../ui/resource-state';
import { UntrustedText } from '../../ui/untrusted-text';
import { STATE_WORDS, stepOf, STEPS } from './devices-words';
import { PhoneStep } from './phone-step';

const ASK_EVERY_MS = 3 * SECOND_MS;
const PHONE = STEPS.length - 1;

/** Step by step to a kenny that opens on every device of the reader; it looks what is done by itself. */
@Component({
  selector: 'kenny-devices',
  imports: [
    ...[CopyButton, ErrorNote, Icon, MatButton, NgTemplateOutlet, PhoneStep, ResourceStateNote],
    ...[RouterLink, UntrustedText],
  ],
  templateUrl: './devices.html',
  styleUrls: ['../../ui/headed-rows.css', './rows.css', './enrolling.css', './devices.css'],
})
export class Devices {
  private readonly api = inject(ApiClient);
  private readonly askFirst = inject(AskFirst);
  private readonly sessionEnd = inject(SessionEnd);
  private readonly page = inject(DOCUMENT);
  protected readonly admin = inject(Session).reaches('admin');
  protected readonly steps = STEPS;
  protected readonly phone = PHONE;
  protected readonly server = apiResource({
    params: () => (this.admin ? undefined : true),
    loader: () => this.api.server(),
  });
  protected readonly seen = apiResource({
    params: () => (this.admin ? true : undefined),
    loader: () => this.api.tailscale(),
  });
  protected readonly changing = new Mutation();
  /** Apart, as what is refused is said where it was pressed. */
  protected readonly ending = new Mutation();
  /** What the last press has left to do. */
  private readonly left = signal<TailscaleTurned | null>(null);
  private readonly wanted = signal(false);
  /** Where it opens from now on, and whether that is elsewhere; null: nothing was turned. */
  protected readonly turned = signal<'on' | 'off' | null>(null);
  protected readonly view = computed(() => {
    const [seen, left] = [this.seen.value(), this.left()?.view];
    // Once Tailscale has changed its mind, what it said before does not count.
    return seen?.state === 'ready' && left ? left : seen;
  });
  protected readonly now = computed(() => {
    const view = this.view();
    return view && { ...view, ...STATE_WORDS[view.state], step: stepOf(view) };
  });
  protected readonly local = computed(() => {
    const url = this.view()?.public_url ?? this.server.value()?.public_url;
    return url === undefined || isThisComputersAddress(url);
  });
  protected readonly watch = new RestartWatch(
    () => this.view()?.runs_as ?? null,
    () => {
      this.turned.set(null);
      this.sessionEnd.begin();
      this.seen.reload();
    },
  );

  constructor() {
    const timer = setInterval(() => this.lookAgain(), ASK_EVERY_MS);
    inject(DestroyRef).onDestroy(() => clearInterval(timer));
    effect(() => {
      const view = this.seen.value();
      const goesOn = this.wanted() && view?.state === 'shared' && stepOf(view) !== PHONE;
      if (goesOn && !this.changing.busy() && this.turned() === null) void this.turnOn();
    });
  }

  protected async turnOn(): Promise<void> {
    this.wanted.set(true);
    await this.changing.run(async () => {
      const turned = await this.api.turnOnTailscale();
      this.left.set(turned);
      if (!turned.restarts) return this.seen.reload();
      this.turned.set('on');
      this.sessionEnd.expectMoved(placeAfter(turned));
      this.watch.begin();
    });
    if (this.changing.error()) this.wanted.set(false);
  }

  protected async turnOff(): Promise<void> {
    const sure = await this.askFirst.ask({
      title: 'Turn this off?',
      name: this.view()?.address ?? '',
      words:
        'kenny then opens only on the computer that it runs on, also for everybody whom you invited. It restarts.',
      act: 'Turn off',
    });
    if (!sure) return;
    await this.ending.run(async () => {
      const { restarts } = await this.api.turnOffTailscale();
      this.wanted.set(false);
      if (!restarts) return this.seen.reload();
      this.turned.set('off');
      this.sessionEnd.expectMoved(null);
      this.watch.begin();
    });
  }

  private lookAgain(): void {
    const quiet = this.page.hidden || this.seen.busy() || this.turned() !== null;
    if (this.admin && !quiet && this.now()?.step !== PHONE) this.seen.reload();
  }
}

/** Back to this page, logged in. */
function placeAfter({ link, view }: TailscaleTurned): string | null {
  const here = encodeURIComponent('/settings/devices');
  return link?.replace('/join#', `/join?to=${here}#`) ?? view.address;
}
