import { Component, computed, inject, input, linkedSignal, output, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { MatRadioButton, MatRadioGroup } from '@angular/material/radio';
import { RouterLink } from '@angular/router';
import { AGENTS_DOOR, type NetworkView } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { AskFirst } from '../../ui/ask-first';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';
import { UntrustedText } from '../../ui/untrusted-text';

/** By how systems begin the names of their interfaces. */
const VPN = 'VPN';
const NETWORKS: readonly (readonly [RegExp, string])[] = [
  [/^(wl|wi-?fi)/i, 'Wi-Fi'],
  [/^(tailscale|zt|wg|u?tun|ppp|netbird|wt)/i, VPN],
  [/^(en|eth)/i, 'cable'],
];

const kindOf = (name: string) => NETWORKS.find(([begins]) => begins.test(name))?.[1];

/** What a PC has to be in to reach that address. */
export function reachWords({ door, addresses }: NetworkView): string {
  const own = addresses.find(({ address }) => address === door?.address);
  if (own && kindOf(own.interface) === VPN) return 'in the same VPN as this computer';
  return 'in this house or office, in the same network';
}

/** `eth0` → `cable (eth0)`. */
function networkWords(name: string): string {
  const kind = kindOf(name);
  return kind === undefined ? name : `${kind} (${name})`;
}

/** Where other PCs find a server that listens on its own computer only: asked before the first one. */
@Component({
  selector: 'kenny-agents-door',
  imports: [
    ErrorNote,
    MatButton,
    MatFormField,
    MatHint,
    MatInput,
    MatLabel,
    MatRadioButton,
    MatRadioGroup,
    RouterLink,
    UntrustedText,
  ],
  providers: [FIELD_LOOK],
  templateUrl: './agents-door.html',
  styleUrls: ['../../ui/form.css', '../../ui/headed-rows.css', './add-pc.css'],
})
export class AgentsDoor {
  private readonly api = inject(ApiClient);
  private readonly askFirst = inject(AskFirst);
  readonly network = input.required<NetworkView>();
  /** Somebody has said already that the PC is not in this network. */
  readonly elsewhere = input(false);
  /** Somebody has connected this computer to another network. */
  readonly lookAgain = output<void>();
  readonly changed = output<NetworkView>();
  /** One of the earlier addresses is closed. */
  readonly closed = output<NetworkView>();
  /** Somebody wants to add this very computer, or leaves the address as it is. */
  readonly skip = output<void>();

  protected readonly most = AGENTS_DOOR.largestPort;
  /** Where the PC is that somebody wants to add. */
  protected readonly place = linkedSignal<'here' | 'elsewhere'>(() =>
    this.elsewhere() ? 'elsewhere' : 'here',
  );
  protected readonly address = linkedSignal(() => {
    const { door, addresses } = this.network();
    const vpn = addresses.find((one) => kindOf(one.interface) === VPN);
    if (this.place() === 'elsewhere') return vpn?.address ?? '';
    // What it was may be gone.
    const known = addresses.find(({ address }) => address === door?.address) ?? addresses[0];
    return known?.address ?? '';
  });
  protected readonly chosen = computed(() =>
    this.network().addresses.find(({ address }) => address === this.address()),
  );
  /** Where PCs find it now. */
  protected readonly present = computed(() => {
    const { door } = this.network();
    return door?.open ? door.address : null;
  });
  protected readonly soFar = computed(() => {
    const present = this.present();
    return present ? `So far they find it at ${present}.` : 'So far only this computer does.';
  });
  protected readonly moves = computed(
    () => this.present() !== null && this.present() !== this.address(),
  );
  protected readonly port = signal(String(AGENTS_DOOR.port));
  protected readonly portTrouble = computed(() => {
    const port = Number(this.port());
    return !Number.isInteger(port) || port < 1 || port > AGENTS_DOOR.largestPort;
  });
  protected readonly opening = new Mutation();
  protected readonly closing = new Mutation();
  protected readonly networkWords = networkWords;

  /** Somebody who is sure: whoever was installed with it cannot connect any more. */
  protected async close(address: string): Promise<void> {
    const sure = await this.askFirst.ask({
      title: 'Close this address?',
      name: address,
      words: 'PCs that connect there go offline, and have to be installed again.',
      act: 'Close it',
    });
    if (!sure) return;
    await this.closing.run(async () => this.closed.emit(await this.api.closeNetwork(address)));
  }

  protected async open(event: Event): Promise<void> {
    event.preventDefault();
    if (this.address() === '' || this.portTrouble() || this.opening.busy()) return;
    await this.opening.run(async () => {
      const body = { address: this.address(), port: Number(this.port()) };
      this.changed.emit(await this.api.openNetwork(body));
    });
  }
}
