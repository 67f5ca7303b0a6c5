import { type Collector, unreadable } from '../collector.js';

/** Always sent (seed 000), so it says why there is nothing in it. */
export const winUpdate: Collector<'win_update'> = () =>
  Promise.resolve(
    unreadable('Windows Update is a part of Windows; nothing was looked at on this Linux PC'),
  );
