import { PRODUCT_STATE, type AntivirusProduct } from '@kenny/contract/agent';
import { absent, reading, unreadable } from '../collector.js';
import { anyListAt, numberAt, textAt } from '../../platform/json.js';
import { some } from '../words.js';
import type { WindowsCollector } from '../windows-machine.js';

const IS_ON = 0x1000;
const IS_OUT_OF_DATE = 0x10;
/** Has a section of its own. */
const MICROSOFT = /^(?:microsoft|windows) defender/i;

/** PowerShell 5.1: what has registered at the security centre, which Windows Server does not have. */
export const SCANNERS = `
@(Get-CimInstance -Namespace 'root/SecurityCenter2' -ClassName 'AntiVirusProduct' -ErrorAction Stop |
  ForEach-Object -Process { @{ name = [string]$_.displayName; state = [int64]$_.productState } })
`.trim();

export const AV_THIRDPARTY_SCRIPT = `
$products = ${SCANNERS}
@{ products = $products }
`.trim();

export const avThirdparty: WindowsCollector<'av_thirdparty'> = async (machine) => {
  const products = otherScanners(await machine.powershell('av_thirdparty'));
  if (!products) return unreadable('the security centre answered in an unknown form');
  if (products.length === 0) return absent('no other virus scanner has registered');
  const names = some(
    products.map(({ name, state }) => `${name}${state === null ? '' : ` (${state})`}`),
    3,
  );
  return reading<'av_thirdparty'>(names, { products });
};

/** Virus scanners beside Microsoft's own; undefined for an answer in an unknown form. */
export function otherScanners(answer: unknown): AntivirusProduct[] | undefined {
  return anyListAt(answer, 'products')?.flatMap((product): AntivirusProduct[] => {
    const [name, state] = [textAt(product, 'name'), numberAt(product, 'state')];
    if (!name || MICROSOFT.test(name)) return [];
    return [{ name: name.slice(0, 256), ...meaningOf(state) }];
  });
}

/** Bits of `productState`, as the first implementation of the protocol reads them. */
export function meaningOf(state: number | undefined): Omit<AntivirusProduct, 'name'> {
  if (state === undefined) return { state: null, up_to_date: null };
  const isOn = (state & IS_ON) !== 0;
  return {
    state: isOn ? PRODUCT_STATE.on : PRODUCT_STATE.off,
    up_to_date: (state & IS_OUT_OF_DATE) === 0,
  };
}
