import { numberValue, textValue } from '../../platform/windows/registry.js';
import { reading, unreadable } from '../collector.js';
import type { WindowsCollector } from '../windows-machine.js';
import { type Channel, supportEnd } from './windows-builds.js';

const KEY = 'HKLM\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion';
/** The registry of Windows 11 still says 10. */
const FIRST_BUILD_OF_11 = 22_000;

export const osSupport: WindowsCollector<'os_support'> = async (machine) => {
  const key = await machine.registry(KEY);
  const product = textValue(key, 'ProductName');
  const build = Number(textValue(key, 'CurrentBuildNumber') ?? textValue(key, 'CurrentBuild'));
  if (product === undefined || !Number.isInteger(build) || build <= 0) {
    return unreadable('the registry does not name this Windows');
  }
  const isServer = textValue(key, 'InstallationType')?.startsWith('Server') ?? false;
  const isEleven = !isServer && build >= FIRST_BUILD_OF_11;
  const name = isEleven ? product.replace(/^Windows 10\b/, 'Windows 11') : product;
  const version = textValue(key, 'DisplayVersion') ?? textValue(key, 'ReleaseId') ?? null;
  const update = numberValue(key, 'UBR');
  const end = supportEnd(build, channelOf(textValue(key, 'EditionID') ?? '', isServer));
  const eol = end === undefined ? null : machine.clock.now() > Date.parse(`${end}T23:59:59.999Z`);
  const until =
    eol === null
      ? 'end of support not known'
      : `security updates ${eol ? 'ended' : 'until'} ${end}`;
  return reading<'os_support'>(`${[name, version].filter(Boolean).join(' ')}, ${until}`, {
    name: name.slice(0, 256),
    version: version?.slice(0, 128) ?? null,
    build: update === undefined ? String(build) : `${build}.${update}`,
    eol,
    eol_date: end ?? null,
  });
};

/** Long-term editions have ends of their own, which depend on the release. */
export function channelOf(edition: string, isServer: boolean): Channel {
  if (isServer) return 'server';
  if (/^(?:Enterprise|IoTEnterprise)S/i.test(edition)) return 'long-term';
  return /^(?:Enterprise|Education|IoTEnterprise)/i.test(edition) ? 'enterprise' : 'home';
}
