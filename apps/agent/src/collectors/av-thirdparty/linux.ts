import { type AntivirusProduct, PRODUCT_STATE } from '@kenny/contract/agent';
import { type Clamav, readClamav } from '../antivirus/clamav.js';
import { runningPrograms } from '../antivirus/running-programs.js';
import { absent, type Collector, reading, unreadable } from '../collector.js';
import type { Probe } from '../probe/probe.js';

/**
 * Products by the folder that they install into. Only of some is the name of the process known for
 * sure; none of them tells others about its signatures.
 */
const PRODUCTS: readonly { name: string; folder: string; processes?: readonly string[] }[] = [
  { name: 'Bitdefender GravityZone', folder: '/opt/bitdefender-security-tools' },
  {
    name: 'CrowdStrike Falcon',
    folder: '/opt/CrowdStrike',
    processes: ['falcon-sensor', 'falcon-sensor-b'],
  },
  { name: 'ESET Endpoint Antivirus', folder: '/opt/eset/eea' },
  { name: 'ESET Server Security', folder: '/opt/eset/efs' },
  { name: 'Kaspersky Endpoint Security', folder: '/opt/kaspersky/kesl', processes: ['kesl'] },
  { name: 'SentinelOne', folder: '/opt/sentinelone' },
  { name: 'Sophos Protection', folder: '/opt/sophos-spl' },
  { name: 'Trend Micro Deep Security', folder: '/opt/ds_agent', processes: ['ds_agent'] },
];

export const avThirdparty: Collector<'av_thirdparty'> = async (probe) => {
  const clamav = await readClamav(probe);
  const products = [
    ...(clamav ? [clamavProduct(clamav)] : []),
    ...(await commercialProducts(probe)),
  ];
  if (products.length === 0) return absent('no antivirus that kenny knows is installed');
  const known = products.filter(({ state, up_to_date }) => state !== null || up_to_date !== null);
  if (known.length === 0) {
    const names = products.map(({ name }) => name).join(', ');
    return unreadable(`${names}: installed, but kenny cannot ask for its state`);
  }
  return reading<'av_thirdparty'>(products.map(describe).join('; '), { products });
};

const STATES: Readonly<Record<Clamav['state'], string | null>> = {
  running: PRODUCT_STATE.on,
  stopped: PRODUCT_STATE.off,
  onDemand: null,
  hidden: null,
};

function clamavProduct({ state, upToDate }: Clamav): AntivirusProduct {
  return { name: 'ClamAV', state: STATES[state], up_to_date: upToDate };
}

async function commercialProducts(probe: Probe): Promise<AntivirusProduct[]> {
  const found = [];
  for (const product of PRODUCTS) {
    if (await probe.files.isFolder(product.folder)) found.push(product);
  }
  const running = found.length === 0 ? undefined : await runningPrograms(probe);
  return found.map(({ name, processes }) => {
    const runs = running && processes?.some((process) => running.has(process));
    const state = runs === undefined ? null : runs ? PRODUCT_STATE.on : PRODUCT_STATE.off;
    return { name, state, up_to_date: null };
  });
}

function describe({ name, state, up_to_date }: AntivirusProduct): string {
  const freshness = { true: ', up to date', false: ', signatures old or missing', null: '' };
  return `${name} ${state ?? 'installed'}${freshness[`${up_to_date}`]}`;
}
