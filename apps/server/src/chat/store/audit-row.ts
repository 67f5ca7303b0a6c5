import type { Deed, Requester, SessionRecord } from '@kenny/session';
import type { AuditEntry } from '../../audit/index.js';
import { by, type Acting, type Origin } from '../../auth/index.js';

/** Who does something to a conversation as a whole, on its way through the engine. */
export function doerOf(acting: Acting): Requester {
  return { ...by(acting) };
}

/**
 * For the record. Names are as long as conversations may be called; of one that is deleted the name
 * goes with all else that was said.
 */
export function deedRow({ id, turns }: SessionRecord, deed: Deed): AuditEntry {
  const { type: action, by: doer } = deed;
  const more = deed.type === 'rename' ? { from: deed.from, to: deed.to } : { turns };
  return {
    // What `doerOf` has made: it never left this process.
    ...(doer as unknown as Origin),
    ...{ kind: 'chat', target: id, args: { action, ...more }, ok: true },
  };
}
