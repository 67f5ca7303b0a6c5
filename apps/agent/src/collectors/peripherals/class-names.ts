/** Names of PCI classes (`bbss` of the class code) and of USB classes, as pci.ids and usb.org have them. */

const PCI: Readonly<Record<string, string>> = {
  '00': 'Unclassified device',
  '01': 'Storage controller',
  '0100': 'SCSI controller',
  '0101': 'IDE controller',
  '0104': 'RAID controller',
  '0106': 'SATA controller',
  '0107': 'SAS controller',
  '0108': 'NVMe drive',
  '02': 'Network controller',
  '0200': 'Ethernet controller',
  '0280': 'Wireless controller',
  '03': 'Display controller',
  '0300': 'Graphics card',
  '0302': '3D controller',
  '04': 'Multimedia controller',
  '0401': 'Audio device',
  '0403': 'Audio device',
  '05': 'Memory controller',
  '06': 'Bridge',
  '07': 'Communication controller',
  '08': 'System peripheral',
  '0805': 'SD card reader',
  '09': 'Input device',
  '0b': 'Processor',
  '0c': 'Serial bus controller',
  '0c03': 'USB controller',
  '0c05': 'SMBus controller',
  '0d': 'Wireless controller',
  '0d11': 'Bluetooth controller',
  '10': 'Encryption controller',
  '11': 'Signal processing controller',
  '12': 'Processing accelerator',
};

const USB: Readonly<Record<string, string>> = {
  '01': 'Audio device',
  '02': 'Communication device',
  '03': 'Input device',
  '06': 'Imaging device',
  '07': 'Printer',
  '08': 'Storage device',
  '09': 'Hub',
  '0b': 'Smart card reader',
  '0d': 'Content security device',
  '0e': 'Camera',
  '0f': 'Health device',
  '10': 'Audio and video device',
  e0: 'Wireless controller',
};

const ANY = 'Device';

/** `0x020000` → `Ethernet controller`. */
export function pciClassName(code: string): string {
  const digits = code.replace(/^0x/, '').toLowerCase();
  return PCI[digits.slice(0, 4)] ?? PCI[digits.slice(0, 2)] ?? ANY;
}

export function isBridge(code: string): boolean {
  return code.startsWith('0x06');
}

/** The first class that says something: of the device itself or of one of its interfaces. */
export function usbClassName(codes: readonly string[]): string {
  return codes.map((code) => USB[code.toLowerCase()]).find((name) => name !== undefined) ?? ANY;
}
