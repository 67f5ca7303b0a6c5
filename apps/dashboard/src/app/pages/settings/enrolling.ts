import { NgTemplateOutlet } from '@angular/common';
import { Component, computed, inject, input, output } from '@angular/core';
import { MatAnchor, MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import {
  isLocalNetworkAddress,
  isThisComputersAddress,
  OS_TITLES,
  PACKAGE_FILES,
  type Os,
} from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import { FleetStore } from '../../core/fleet/fleet-store';
import { PageClock } from '../../core/time/clock';
import { absoluteTime, timeLeft } from '../../core/time/relative';
import { CopyButton } from '../../ui/copy-button';
import { StatusDot } from '../../ui/status-dot';
import { UntrustedText } from '../../ui/untrusted-text';
import { InstallSteps } from './install-steps';
import { LastRefusal } from './last-refusal';
import type { HandOs, Ticket } from './ticket';

/** Where somebody types the command. */
const WHERE: Readonly<Record<Os, string>> = {
  windows:
    'Press the Windows key, type “cmd”, press Enter, and paste it. Windows asks for an administrator.',
  linux: 'Paste it into a terminal.',
  macos: 'Paste it into Terminal.',
};

/** The same for the lines of somebody who has the program there. */
const BY_HAND: Readonly<Record<HandOs, string>> = {
  windows:
    'In a command prompt (cmd) that was opened as administrator, in the folder with kenny-agent.exe.',
  linux: 'In a terminal there, where kenny-agent is installed.',
};

/** What installs the PC, how long it works, and success once the PC connects. */
@Component({
  selector: 'kenny-enrolling',
  imports: [
    CopyButton,
    InstallSteps,
    LastRefusal,
    MatAnchor,
    MatButton,
    NgTemplateOutlet,
    RouterLink,
    StatusDot,
    UntrustedText,
  ],
  templateUrl: './enrolling.html',
  styleUrls: ['../../ui/headed-rows.css', './rows.css', './enrolling.css'],
})
export class Enrolling {
  readonly ticket = input.required<Ticket>();
  readonly again = output<void>();
  /** The next PC. */
  readonly another = output<void>();
  protected readonly where = WHERE;
  protected readonly byHand = BY_HAND;
  protected readonly systems = OS_TITLES;
  protected readonly caFile = PACKAGE_FILES.tlsCa;
  private readonly fleet = inject(FleetStore);
  private readonly clock = inject(PageClock);

  protected readonly name = computed(() => visibleText(this.ticket().name));
  protected readonly agent = computed(() => this.fleet.agent(this.ticket().agentId));
  protected readonly here = computed(() => {
    const agent = this.agent();
    return agent?.online === true && agent.connected_since !== this.ticket().connectedBefore;
  });
  private readonly end = computed(() => Date.parse(this.ticket().expiresAt));
  protected readonly over = computed(() => this.clock.now() >= this.end());
  protected readonly left = computed(() => timeLeft(this.end(), this.clock.now()));
  protected readonly until = computed(() => absoluteTime(this.end()));
  /** Where people click; whoever uses a terminal has the command first. */
  protected readonly linkFirst = computed(() => this.ticket().installer?.os === 'windows');
  protected readonly what = computed(() => (this.linkFirst() ? 'link' : 'command'));
  /** The address to type, and its code by itself. */
  protected readonly short = computed(() => {
    const url = this.ticket().installer?.short_url ?? '';
    const at = url.lastIndexOf('/') + 1;
    return { before: url.slice(0, at), code: url.slice(at) };
  });
  /** It is the computer that kenny runs on: no other reaches such an address. */
  protected readonly isThisPc = computed(() =>
    isThisComputersAddress(this.ticket().installer?.url ?? ''),
  );
  protected readonly inOneNetwork = computed(() =>
    isLocalNetworkAddress(this.ticket().installer?.url ?? ''),
  );
}
