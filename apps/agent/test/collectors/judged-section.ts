import { check, type SectionName } from '@kenny/contract/agent';
import type { AnyReading } from '../../src/collectors/collector.js';
import { fitSection } from '../../src/collectors/fit.js';
import { Unreadable } from '../../src/errors/unreadable.js';

/**
 * What the contract has against a section that a collector read; nothing where it read none, and said
 * so in the one way that it may: everything else that it throws is a fault of ours.
 */
export async function sectionFaults(
  section: SectionName,
  collect: () => Promise<AnyReading | undefined>,
): Promise<readonly unknown[]> {
  let read: AnyReading | undefined;
  try {
    read = await collect();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
  }
  if (read?.kind !== 'read') return [];
  const payload = { status: 'ok', summary: read.summary.slice(0, 500) };
  return check(`section:${section}`, { ...payload, ...fitSection(section, read.fields) });
}
