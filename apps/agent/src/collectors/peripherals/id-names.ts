import type { SystemFiles } from '../probe/system-files.js';

/** One device as its bus knows it: four hex digits each, lower case. */
export interface BusId {
  vendor: string;
  device: string;
}

/** Where distributions put the lists of pci-ids and linux-usb. */
export const PCI_IDS = ['/usr/share/misc/pci.ids', '/usr/share/hwdata/pci.ids'];
export const USB_IDS = [
  '/usr/share/misc/usb.ids',
  '/usr/share/hwdata/usb.ids',
  '/var/lib/usbutils/usb.ids',
];
const LIST_BYTES = 8 * 1024 * 1024;

/** Virtual machines rarely carry the list, and their devices are always these (virtio 1.2, §5). */
const VIRTIO_VENDOR = '1af4';
const VIRTIO: Readonly<Record<string, string>> = {
  '1000': 'network device',
  '1001': 'disk',
  '1002': 'memory balloon',
  '1003': 'console',
  '1004': 'SCSI controller',
  '1005': 'random number generator',
  '1009': 'shared folder',
  '1041': 'network device',
  '1042': 'disk',
  '1043': 'console',
  '1044': 'random number generator',
  '1045': 'memory balloon',
  '1048': 'SCSI controller',
  '1049': 'shared folder',
  '1050': 'graphics card',
  '1052': 'input device',
  '1053': 'socket device',
  '1059': 'sound card',
  '105a': 'shared folder',
};

/**
 * `vendor:device` → name and `vendor` → maker, for the wanted devices only; the lists are large and
 * read line by line.
 */
export async function readIdNames(
  files: SystemFiles,
  lists: readonly string[],
  wanted: readonly BusId[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const { vendor, device } of wanted) {
    const virtio = vendor === VIRTIO_VENDOR ? VIRTIO[device] : undefined;
    if (virtio) names.set(`${vendor}:${device}`, `Virtio ${virtio}`);
  }
  for (const list of lists) {
    if (wanted.length === 0 || !(await files.exists(list))) continue;
    const visit = idListVisitor(wanted, names);
    await files.eachLine(list, LIST_BYTES, visit);
    break;
  }
  return names;
}

/**
 * Reads a list in the form of pci.ids: `8086  Intel Corporation`, below it with one tab
 * `1234  Some device`. What follows the first `C 00` are classes.
 */
export function idListVisitor(
  wanted: readonly BusId[],
  names: Map<string, string>,
): (line: string) => 'stop' | undefined {
  const devices = new Map<string, Set<string>>();
  for (const { vendor, device } of wanted) {
    devices.set(vendor, (devices.get(vendor) ?? new Set()).add(device));
  }
  let vendor = '';
  let maker = '';
  return (line) => {
    if (/^C [0-9a-f]{2}\b/.test(line)) return 'stop';
    const [, tab, id = '', name = ''] = /^(\t?)([0-9a-f]{4}) {2}(.{1,300})/.exec(line) ?? [];
    if (tab === undefined) return undefined;
    if (tab === '') {
      [vendor, maker] = [id, name.trim()];
      if (devices.has(id)) names.set(id, maker);
    } else if (devices.get(vendor)?.has(id) && !names.has(`${vendor}:${id}`)) {
      names.set(`${vendor}:${id}`, `${maker} ${name.trim()}`);
    }
    return undefined;
  };
}
