import { DEVICE_STATUS, type PeripheralDevice } from '@kenny/contract/agent';
import { type Collector, reading, unreadable } from '../collector.js';
import type { Probe } from '../probe/probe.js';
import { count, some } from '../words.js';
import { isBridge, pciClassName, usbClassName } from './class-names.js';
import { type BusId, PCI_IDS, readIdNames, USB_IDS } from './id-names.js';

const USB = '/sys/bus/usb/devices';
const PCI = '/sys/bus/pci/devices';
const BLOCK = '/sys/block';
const MAX_DEVICES = 400;
const LINUX_FOUNDATION = '1d6b';
/** Block devices that are made of other ones or of memory. */
const NOT_A_DRIVE = /^(loop|ram|zram|dm-|md|nbd|fd|sr)/;

interface Found extends PeripheralDevice {
  /** Without a name of its own: what the lists of ids may know it by. */
  id?: BusId;
}

export const peripherals: Collector<'peripherals'> = async (probe) => {
  const usb = await named(probe, USB_IDS, await usbDevices(probe));
  const pci = await named(probe, PCI_IDS, await pciDevices(probe));
  const devices = [...usb, ...(await drives(probe)), ...pci];
  if (devices.length === 0) return unreadable(`${USB}, ${PCI} and ${BLOCK} show no devices`);
  const outside = some(
    usb.map(({ name }) => name),
    3,
  );
  return reading<'peripherals'>(
    `${count(devices.length, 'device')}, ${usb.length === 0 ? 'none on USB' : `on USB: ${outside}`}`,
    { devices },
  );
};

async function named(
  { files }: Probe,
  lists: readonly string[],
  found: readonly Found[],
): Promise<PeripheralDevice[]> {
  const nameless = found.flatMap(({ id }) => id ?? []);
  const names = await readIdNames(files, lists, nameless);
  return found.map(({ id, name, class: kind, status }) => {
    const maker = id && names.get(id.vendor);
    const full = id && names.get(`${id.vendor}:${id.device}`);
    return { name: full ?? (maker ? `${maker} ${name}` : name), class: kind, status };
  });
}

async function usbDevices({ files }: Probe): Promise<Found[]> {
  const entries = await files.listIfThere(USB, MAX_DEVICES * 8);
  const found: Found[] = [];
  // `1-2` is a device, `1-2:1.0` one of its interfaces, `usb1` a root hub.
  for (const entry of entries.filter((name) => /^\d+-[\d.]+$/.test(name)).slice(0, MAX_DEVICES)) {
    const read = (name: string): Promise<string | undefined> =>
      files.attribute(`${USB}/${entry}/${name}`);
    const [vendor, device] = [hexId(await read('idVendor')), hexId(await read('idProduct'))];
    if (!vendor || !device || vendor === LINUX_FOUNDATION) continue;
    const [maker, product] = [await read('manufacturer'), await read('product')];
    const own = product && maker && !product.startsWith(maker) ? `${maker} ${product}` : product;
    const codes = [await read('bDeviceClass')];
    for (const part of entries.filter((name) => name.startsWith(`${entry}:`))) {
      codes.push(await files.attribute(`${USB}/${part}/bInterfaceClass`));
    }
    found.push({
      name: own ?? `USB device ${vendor}:${device}`,
      class: usbClassName(codes.flatMap((code) => code ?? [])),
      status: usbStatus(await read('authorized'), await read('bConfigurationValue')),
      ...(own === undefined ? { id: { vendor, device } } : {}),
    });
  }
  return found;
}

/** A device that the kernel could not configure (too little power) does not work. */
export function usbStatus(
  authorized: string | undefined,
  configuration: string | undefined,
): string {
  if (authorized === '0') return DEVICE_STATUS.unknown;
  return configuration === undefined || configuration === '0'
    ? DEVICE_STATUS.error
    : DEVICE_STATUS.ok;
}

async function pciDevices({ files }: Probe): Promise<Found[]> {
  const found: Found[] = [];
  for (const entry of await files.listIfThere(PCI, MAX_DEVICES)) {
    const code = await files.attribute(`${PCI}/${entry}/class`);
    const vendor = hexId(await files.attribute(`${PCI}/${entry}/vendor`));
    const device = hexId(await files.attribute(`${PCI}/${entry}/device`));
    if (!code || !vendor || !device || isBridge(code)) continue;
    const driver = await files.linkName(`${PCI}/${entry}/driver`);
    found.push({
      name: `${pciClassName(code)} ${vendor}:${device}`,
      class: pciClassName(code),
      // Much of a board needs no driver, so a device without one is not faulty.
      status: driver ? DEVICE_STATUS.ok : DEVICE_STATUS.unknown,
      id: { vendor, device },
    });
  }
  return found;
}

async function drives({ files }: Probe): Promise<PeripheralDevice[]> {
  const names = (await files.listIfThere(BLOCK, MAX_DEVICES)).filter((n) => !NOT_A_DRIVE.test(n));
  const found: PeripheralDevice[] = [];
  for (const name of names) {
    const model = await files.attribute(`${BLOCK}/${name}/device/model`);
    const state = await files.attribute(`${BLOCK}/${name}/device/state`);
    found.push({
      name: model ? `${model} (${name})` : `Drive ${name}`,
      class: 'Drive',
      status: state === 'offline' ? DEVICE_STATUS.error : DEVICE_STATUS.ok,
    });
  }
  return found;
}

/** `0x8086` or `8086` → `8086`. */
function hexId(text: string | undefined): string | undefined {
  return /^(?:0x)?([0-9a-f]{4})$/i.exec(text ?? '')?.[1]?.toLowerCase();
}
