import type { LimitView, SectionHealth } from '@kenny/contract';
import { evaluateSection } from '@kenny/health';
import type { PcState } from '../health-board.js';
import { unpackBody } from '../section-codec.js';
import type { TelemetryRepository } from '../telemetry.repository.js';

/**
 * The sections of a PC, some of them judged once more from what is stored of them, as of when it was
 * sent. What comes out the same is the same object.
 */
export async function rejudged(
  repository: Pick<TelemetryRepository, 'bodies'>,
  { sections, refs, received_at }: PcState,
  names: readonly string[],
  limits: readonly LimitView[],
  at: number,
): Promise<readonly SectionHealth[]> {
  const ids = names.flatMap((name) => (Object.hasOwn(refs, name) ? (refs[name] ?? []) : []));
  const bodies = new Map((await repository.bodies(ids)).map(({ id, body }) => [id, body]));
  const judge = async (section: SectionHealth): Promise<SectionHealth> => {
    const { name } = section;
    const body = names.includes(name) ? bodies.get(refs[name] ?? '') : undefined;
    if (!body) return section;
    const payload: unknown = JSON.parse(await unpackBody(body));
    const { status, reason } = evaluateSection(name, payload, received_at, limits);
    if (status === section.status && reason === section.reason) return section;
    const since = status === section.status ? section.since : new Date(at).toISOString();
    return { name, status, reason, since };
  };
  return Promise.all(sections.map(judge));
}
