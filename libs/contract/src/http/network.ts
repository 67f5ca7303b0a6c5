import {
  Bool,
  Field,
  ListOf,
  Nested,
  Nullable,
  Optional,
  Text,
  Whole,
} from '../define/decorators.js';
import { AGENTS_DOOR } from './vocabulary.js';

/** `KENNY_TLS_CA` may name a system's whole bundle, of 250 KB or so. */
export const BUNDLE_LENGTH = 1_000_000;

/** Where other PCs find the server: `/api/server/network` (ADR 0073). */

/** One of the server's own addresses on a network. */
export class OwnAddress {
  @Text({ max: 64 })
  address!: string;

  /** As the system names it: `eth0`, `Wi-Fi`. */
  @Text({ max: 64 })
  interface!: string;
}

/** An address of the door for agents that an admin has opened. */
export class AgentsDoorView {
  /** What PCs dial. */
  @Text({ max: AGENTS_DOOR.longestName })
  address!: string;

  /** The own address that a router forwards the port to; null where PCs dial an own one (ADR 0100). */
  @Nullable()
  @Text({ max: 64 })
  behind_router!: string | null;

  @Whole({ min: 1, max: AGENTS_DOOR.largestPort })
  port!: number;

  /** False when it could not be opened again, as after the address has changed. */
  @Bool()
  open!: boolean;

  /** Of one that is open: it was not reached through the router from here. */
  @Nullable()
  @Text({ max: 500 })
  problem!: string | null;
}

export class NetworkView {
  /** What PCs are told to connect to. */
  @Text({ max: 600 })
  agent_url!: string;

  /** False: only this machine reaches it, or the door there could not be opened again. */
  @Bool()
  reachable!: boolean;

  /** PEM of the authority of the certificate there, for PCs that do not know it by themselves. */
  @Nullable()
  @Text({ max: BUNDLE_LENGTH })
  authority!: string | null;

  /** Null when there is none: then it is as the server was configured. */
  @Nullable()
  @Nested(() => AgentsDoorView)
  door!: AgentsDoorView | null;

  /** What PCs were told before, the latest first: those that dial it stay connected (ADR 0098). */
  @ListOf(() => AgentsDoorView, AGENTS_DOOR.earlier)
  earlier!: AgentsDoorView[];

  @ListOf(() => OwnAddress, 64)
  addresses!: OwnAddress[];
}

/** For a PC that is about to connect. */
export class DialsBody {
  /** `host:port` of an address in `/api/server/network`; absent: what new PCs are told. */
  @Optional()
  @Text({ min: 3, max: AGENTS_DOOR.longestName + 8 })
  @Field({ label: 'Address that the PC dials' })
  at?: string;
}

/** `PUT /api/server/network`: opens the door there, and tells new PCs of it. */
export class NetworkBody {
  /** What PCs dial: one of `addresses`, or the router's name or address on the internet. */
  @Text({ min: 2, max: AGENTS_DOOR.longestName })
  @Field({ label: 'Address' })
  address!: string;

  /** One of `addresses`, where `address` is a router that forwards the port to it. */
  @Optional()
  @Text({ min: 2, max: 64 })
  @Field({ label: 'Behind the router' })
  behind_router?: string;

  @Optional()
  @Whole({ min: 1, max: AGENTS_DOOR.largestPort })
  @Field({ label: 'Port', default: AGENTS_DOOR.port })
  port?: number;
}

/** `DELETE /api/server/network`: that address; without, the whole door. */
export class CloseNetworkQuery {
  @Optional()
  @Text({ min: 2, max: AGENTS_DOOR.longestName })
  @Field({ label: 'Address' })
  address?: string;
}
