import type { OwnAddress } from '@kenny/contract';
import { networkInterfaces } from 'node:os';

/** Networks that other PCs are not in: bridges of containers and virtual machines on this one. */
const WITHIN = /^(docker|br-|veth|virbr|vmnet|vboxnet|cni|podman|lxc)/;
const LINK_LOCAL = /^(fe80:|169\.254\.)/i;

/** Addresses of this machine that others may reach, IPv4 first. */
export function ownAddresses(interfaces = networkInterfaces()): OwnAddress[] {
  const found = Object.entries(interfaces).flatMap(([name, entries = []]) =>
    WITHIN.test(name)
      ? []
      : entries
          .filter(({ internal, address }) => !internal && !LINK_LOCAL.test(address))
          .map(({ address, family }) => ({ address, interface: name, family })),
  );
  return found
    .sort((a, b) => a.family.localeCompare(b.family))
    .map(({ address, interface: name }) => ({ address, interface: name.slice(0, 64) }))
    .slice(0, 64);
}
