import { madeMachines } from '../../../test/collectors/made-machine.js';
import { idListVisitor } from './id-names.js';
import { peripherals, usbStatus } from './linux.js';

/** Form of pci.ids, as documented at its top. */
const LIST = `# comment
8086  Intel Corporation
\t1234  Fast Ethernet
\t\t8086 0001  Some board
1af4  Red Hat, Inc.
\t9999  Odd device
C 00  Unclassified device
\t00  Non-VGA unclassified device
8086  Not reached
`;

describe('lists of ids', () => {
  const read = (text: string, wanted: { vendor: string; device: string }[]) => {
    const names = new Map<string, string>();
    const visit = idListVisitor(wanted, names);
    text.split('\n').some((line) => visit(line) === 'stop');
    return Object.fromEntries(names);
  };

  it('names maker and device, and the maker of a device it does not know', () => {
    const wanted = [
      { vendor: '8086', device: '1234' },
      { vendor: '8086', device: 'ffff' },
      { vendor: 'dead', device: 'beef' },
    ];
    expect(read(LIST, wanted)).toEqual({
      '8086': 'Intel Corporation',
      '8086:1234': 'Intel Corporation Fast Ethernet',
    });
  });

  it('does not confuse a device of one maker with the same number of another', () => {
    expect(read(LIST, [{ vendor: '1af4', device: '1234' }])).toEqual({
      '1af4': 'Red Hat, Inc.',
    });
  });
});

describe('section peripherals', () => {
  const aMachine = madeMachines();
  const folder = (path: string, values: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [`${path}/${name}`, `${value}\n`]),
    );
  const usb = (name: string, values: Record<string, string>) =>
    folder(`/sys/bus/usb/devices/${name}`, {
      authorized: '1',
      bConfigurationValue: '1',
      ...values,
    });
  const pci = (name: string, values: Record<string, string>) =>
    folder(`/sys/bus/pci/devices/${name}`, values);

  it('names USB devices, drives and cards, with what the system says of them', async () => {
    const probe = await aMachine({
      files: {
        ...usb('usb1', { idVendor: '1d6b', idProduct: '0002', product: 'xHCI Host Controller' }),
        ...usb('1-2', {
          idVendor: '046d',
          idProduct: 'c52b',
          manufacturer: 'Logitech',
          product: 'USB Receiver',
          bDeviceClass: '00',
        }),
        ...folder('/sys/bus/usb/devices/1-2:1.0', { bInterfaceClass: '03' }),
        ...usb('1-3', {
          idVendor: '8086',
          idProduct: '1234',
          bDeviceClass: 'e0',
          bConfigurationValue: '',
        }),
        ...pci('0000:00:00.0', { class: '0x060000', vendor: '0x8086', device: '0x0d57' }),
        ...pci('0000:00:02.0', { class: '0x020000', vendor: '0x8086', device: '0x1234' }),
        ...pci('0000:00:03.0', { class: '0x018000', vendor: '0x1af4', device: '0x1042' }),
        ...pci('0000:00:04.0', { class: '0xff0000', vendor: '0xdead', device: '0xbeef' }),
        ...pci('0000:00:05.0', { class: '0x028000', vendor: '0x8086', device: '0x0001' }),
        '/sys/bus/pci/devices/0000:00:02.0/driver': { link: '../../../bus/pci/drivers/e1000e' },
        ...folder('/sys/block/sda/device', { model: 'Samsung SSD 860', state: 'running' }),
        '/sys/block/loop0': null,
        '/usr/share/misc/pci.ids': LIST,
        '/usr/share/misc/usb.ids': LIST,
      },
    });
    expect(await peripherals(probe)).toEqual({
      kind: 'read',
      summary: '7 devices, on USB: Logitech USB Receiver, Intel Corporation Fast Ethernet',
      fields: {
        devices: [
          { name: 'Logitech USB Receiver', class: 'Input device', status: 'OK' },
          {
            name: 'Intel Corporation Fast Ethernet',
            class: 'Wireless controller',
            status: 'Error',
          },
          { name: 'Samsung SSD 860 (sda)', class: 'Drive', status: 'OK' },
          { name: 'Intel Corporation Fast Ethernet', class: 'Ethernet controller', status: 'OK' },
          { name: 'Virtio disk', class: 'Storage controller', status: 'Unknown' },
          { name: 'Device dead:beef', class: 'Device', status: 'Unknown' },
          {
            name: 'Intel Corporation Wireless controller 8086:0001',
            class: 'Wireless controller',
            status: 'Unknown',
          },
        ],
      },
    });
  });

  it('calls a device faulty only when the system could not configure it', () => {
    expect(usbStatus('1', '1')).toBe('OK');
    expect(usbStatus('1', undefined)).toBe('Error');
    // Kept out by a policy (USBGuard): no fault.
    expect(usbStatus('0', undefined)).toBe('Unknown');
  });

  it('is unreadable where /sys shows nothing at all', async () => {
    expect(await peripherals(await aMachine({}))).toMatchObject({ kind: 'unreadable' });
  });
});
