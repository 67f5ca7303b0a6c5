import { sentenceCase } from './words';

describe('a name that the catalog does not know', () => {
  it.each([
    ['disk_smart', 'Disk SMART'],
    ['dns', 'DNS'],
    ['wifi_quality', 'Wi-Fi quality'],
    ['public_ip', 'Public IP'],
    ['operator_login', 'Operator login'],
    ['ipv6_addresses', 'IPv6 addresses'],
    ['', ''],
  ])('is a heading: %s is "%s"', (name, heading) => expect(sentenceCase(name)).toBe(heading));
});
