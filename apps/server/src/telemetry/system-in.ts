import { osSupport } from '@kenny/contract';
import { systemName } from '@kenny/health';
import { isObject } from '@kenny/kernel';
import { Logger } from '@nestjs/common';
import type { SectionBodyEntity } from './entities/index.js';
import { unpackBody } from './section-codec.js';

/** The section that names a PC's system. */
export const NAMING_SECTION = osSupport.name;

/** The system that a section's content names, as people say it. */
export function systemIn(section: string, payload: unknown): string | undefined {
  return section === NAMING_SECTION && isObject(payload) ? systemName(payload) : undefined;
}

/** What stored contents name, by their ids. A damaged one names nothing: no start fails by a name. */
export async function systemsIn(
  bodies: readonly SectionBodyEntity[],
): Promise<ReadonlyMap<string, string>> {
  const systems = new Map<string, string>();
  for (const { id, section, body } of bodies) {
    try {
      const system = systemIn(section, JSON.parse(await unpackBody(body)));
      if (system !== undefined) systems.set(id, system);
    } catch (error) {
      new Logger('SystemNames').warn(`section ${id} cannot be read: ${String(error)}`);
    }
  }
  return systems;
}
