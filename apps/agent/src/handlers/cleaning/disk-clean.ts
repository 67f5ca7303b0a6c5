import type { CleanTarget } from '@kenny/contract/agent';
import { CLEAN_TARGETS } from '@kenny/contract/agent';
import type { Clock } from '@kenny/kernel';
import type { Handler, HandlerContext } from '../../dispatch/handler.js';
import { ToolFailure } from '../../errors/tool-failure.js';
import type { Places } from '../../platform/clean-places.js';
import type { Platform } from '../../platform/platform.js';
import { untilDeadline } from '../until-deadline.js';
import { sweep } from './sweep.js';

const MOST_PROBLEMS = 10;

type PlacesOf = NonNullable<Platform['cleanPlaces']>;

/** `disk_cleanable`: how much each target of this system takes; those without a file are left out. */
export function diskCleanable(placesOf: PlacesOf, clock: Clock): Handler<'disk_cleanable'> {
  return async (_args, context) => {
    const places = await placesOf(context);
    const options = { ...limits(clock, context), delete: false };
    const targets = [];
    for (const target of targetsOf(places)) {
      const { bytes, files, kept, partial } = await sweep(places[target] ?? [], options);
      if (files > 0) targets.push({ target, bytes, files, partial: partial || kept > 0 });
    }
    return { targets };
  };
}

/** `disk_clean`: refuses a target that this system does not have, and then deletes nothing. */
export function diskClean(placesOf: PlacesOf, clock: Clock): Handler<'disk_clean'> {
  return async ({ targets: wanted }, context) => {
    const places = await placesOf(context);
    const known = targetsOf(places);
    const strange = wanted.find((target) => !known.includes(target));
    if (strange !== undefined) {
      const names = known.join(', ');
      throw new ToolFailure('bad_args', `${strange} is no target on this PC; there are: ${names}`);
    }
    const options = { ...limits(clock, context), delete: true };
    const targets = [];
    for (const target of known.filter((one) => wanted.includes(one))) {
      const { bytes, files, kept, problems, partial } = await sweep(places[target] ?? [], options);
      const late = partial ? ['time ran out; ask again for the rest'] : [];
      targets.push({
        ...{ target, freed_bytes: bytes, deleted: files, kept },
        problems: [...late, ...problems].slice(0, MOST_PROBLEMS),
      });
    }
    return { freed_bytes: targets.reduce((sum, one) => sum + one.freed_bytes, 0), targets };
  };
}

function targetsOf(places: Places): CleanTarget[] {
  return (Object.keys(CLEAN_TARGETS) as CleanTarget[]).filter((one) => places[one] !== undefined);
}

const limits = (clock: Clock, context: HandlerContext) => ({
  ...{ clock, signal: context.signal, isOver: untilDeadline(clock, context) },
});
