import { NgTemplateOutlet } from '@angular/common';
import { Component, computed, effect, inject, input, linkedSignal, output } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { MatRadioButton, MatRadioGroup } from '@angular/material/radio';
import { RouterLink } from '@angular/router';
import {
  AGENTS_DOOR,
  type AgentsDoorView,
  type NetworkBody,
  type NetworkView,
} from '@kenny/contract/web';
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

const TAILSCALE = /^tailscale/i;

/** How a PC that is about to be added gets here. */
export interface ChosenPlace {
  /** What has to be opened first. */
  readonly opens: NetworkBody | null;
  /** `host:port` that it dials; undefined for what new PCs are told. */
  readonly at: string | undefined;
}

/** Where the PC is that somebody wants to add; `told`: where the server was configured to be found. */
type Place = 'told' | 'here' | 'vpn' | 'router';

const kindOf = (name: string) => NETWORKS.find(([begins]) => begins.test(name))?.[1];

/** As in a URL. */
export function hostOf({ address, port }: Pick<AgentsDoorView, 'address' | 'port'>): string {
  return `${address.includes(':') ? `[${address}]` : address}:${port}`;
}

/** All at which agents are served, the one that new PCs are told of first. */
export function placesOf({ door, earlier }: NetworkView): readonly AgentsDoorView[] {
  return door ? [door, ...earlier] : earlier;
}

/** `eth0` → `cable (eth0)`. */
function wordsOf(name: string): string {
  const kind = kindOf(name);
  return kind === undefined ? name : `${kind} (${name})`;
}

/** The server was configured with an address that other PCs reach. */
export function isConfigured({ reachable, door, agent_url }: NetworkView): boolean {
  return reachable && !(door && agent_url.startsWith(`wss://${hostOf(door)}/`));
}

/** Where new PCs are told to connect at present; null where nobody has said it: a laptop moves, and only its owner knows. */
function placeOf(network: NetworkView): Place | null {
  if (isConfigured(network)) return 'told';
  const { door, addresses } = network;
  if (!door) return null;
  if (door.behind_router) return 'router';
  const own = addresses.find(({ address }) => address === door.address);
  return own && kindOf(own.interface) === VPN ? 'vpn' : 'here';
}

/** Where a PC is, and with it the address at which it finds a server that listens on its own computer only. */
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
    NgTemplateOutlet,
    RouterLink,
    UntrustedText,
  ],
  providers: [FIELD_LOOK],
  templateUrl: './agents-door.html',
  styleUrls: ['../../ui/form.css', '../../ui/headed-rows.css', './add-pc.css', './agents-door.css'],
})
export class AgentsDoor {
  private readonly api = inject(ApiClient);
  private readonly askFirst = inject(AskFirst);
  readonly network = input.required<NetworkView>();
  /** Somebody has connected this computer to another network. */
  readonly lookAgain = output<void>();
  /** Again whenever it changes; a sentence that says what is missing while it is not complete. */
  readonly chosen = output<ChosenPlace | string>();
  /** One of the earlier addresses is closed. */
  readonly closed = output<NetworkView>();

  protected readonly most = AGENTS_DOOR.largestPort;
  protected readonly usual = String(AGENTS_DOOR.port);
  protected readonly longest = AGENTS_DOOR.longestName;
  protected readonly wordsOf = wordsOf;
  protected readonly place = linkedSignal<NetworkView, Place | null>({
    source: this.network,
    computation: (network, before) => before?.value ?? placeOf(network),
  });
  /** Networks of this computer that such a PC could come through. */
  protected readonly choices = computed(() => {
    const { addresses } = this.network();
    const vpns = addresses.filter((one) => kindOf(one.interface) === VPN);
    if (this.place() === 'vpn') return vpns;
    return addresses.length > vpns.length ? addresses.filter((one) => !vpns.includes(one)) : vpns;
  });
  /** The own address that is listened at; empty where there is none. */
  protected readonly own = linkedSignal<string[], string>({
    source: () => this.choices().map(({ address }) => address),
    computation: (all, before) => {
      const { door } = this.network();
      const known = [before?.value, door?.behind_router, door?.address];
      return known.find((one) => one && all.includes(one)) ?? all[0] ?? '';
    },
  });
  protected readonly routerName = linkedSignal<NetworkView, string>({
    source: this.network,
    computation: (network, before) =>
      before?.value || (placesOf(network).find((one) => one.behind_router)?.address ?? ''),
  });
  /** What the PC dials. */
  protected readonly address = computed(() =>
    this.place() === 'router' ? this.routerName().toLowerCase() : this.own(),
  );
  /** What somebody has typed stays, wherever the PC is. */
  protected readonly port = linkedSignal<string, string>({
    source: () => String(this.usualPort()),
    computation: (usual, before) =>
      before && before.value !== before.source ? before.value : usual,
  });
  protected readonly portTrouble = computed(() => {
    const port = Number(this.port());
    return !Number.isInteger(port) || port < 1 || port > AGENTS_DOOR.largestPort;
  });
  private readonly places = computed(() => placesOf(this.network()));
  /** The choice, as it would be opened; undefined while it is not complete. */
  private readonly body = computed<NetworkBody | undefined>(() => {
    const [address, own, port] = [this.address(), this.own(), Number(this.port())];
    if (this.place() === null || own === '' || address === '' || this.portTrouble())
      return undefined;
    return { address, port, ...(this.place() === 'router' ? { behind_router: own } : {}) };
  });
  /** What has to be opened before the PC is added: null for nothing, undefined while that is not clear. */
  protected readonly opens = computed<NetworkBody | null | undefined>(() => {
    if (this.place() === null) return undefined;
    if (this.place() === 'told') return null;
    const chosen = this.body();
    const works = this.places().some(
      (one) =>
        one.address === chosen?.address &&
        one.port === chosen.port &&
        one.behind_router === (chosen.behind_router ?? null) &&
        one.open &&
        // What was not reached before is looked at again.
        one.problem === null,
    );
    return works ? null : chosen;
  });
  /** What is not chosen yet, for whoever wants to go on; empty when nothing is. */
  private readonly missing = computed(() => {
    const place = this.place();
    if (place === null) return 'Say where it is used.';
    if (place === 'told') return '';
    if (this.own() === '')
      return place === 'vpn'
        ? 'Set up the VPN first.'
        : 'Connect this computer to a network first.';
    if (this.address() === '') return 'Fill in the router’s name or address.';
    return this.portTrouble() ? 'Fill in a port.' : '';
  });
  protected readonly configured = computed(() => isConfigured(this.network()));
  /** What the safest way to a PC elsewhere still needs. */
  protected readonly vpnWords = computed(() => {
    const names = this.network().addresses.map((one) => one.interface);
    if (names.some((name) => TAILSCALE.test(name)))
      return 'this computer has Tailscale; the PC needs it, too';
    return names.some((name) => kindOf(name) === VPN)
      ? 'this computer has one; the PC needs it, too'
      : 'first install Tailscale or WireGuard on this computer and on the PC';
  });
  protected readonly moves = computed(() => this.places().some(({ open }) => open));
  protected readonly networkWords = computed(() => {
    const own = this.choices().find(({ address }) => address === this.own());
    return own ? wordsOf(own.interface) : '';
  });
  /** Of that very address, or of the last one, which could not be opened again. */
  protected readonly trouble = computed(() => {
    const same = this.places().find(({ address }) => address === this.address());
    const { door } = this.network();
    return same?.problem ?? (door?.open === false ? door.problem : null);
  });
  protected readonly closing = new Mutation();

  constructor() {
    effect(() => {
      const [opens, body] = [this.opens(), this.place() === 'told' ? undefined : this.body()];
      const { address = '', port = AGENTS_DOOR.port } = body ?? {};
      const at = body && hostOf({ address, port });
      this.chosen.emit(opens === undefined ? this.missing() : { opens, at });
    });
  }

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

  /** As it is at that address already; else the first one that no other address has. */
  private usualPort(): number {
    const [address, own] = [this.address(), this.own()];
    const places = this.places();
    const same = places.find((one) => one.address === address);
    if (same) return same.port;
    const taken = places
      .filter((one) => (one.behind_router ?? one.address) === own)
      .map((one) => one.port);
    let port: number = AGENTS_DOOR.port;
    while (taken.includes(port)) port += 1;
    return port;
  }
}
