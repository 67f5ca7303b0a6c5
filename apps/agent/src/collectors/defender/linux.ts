import { type Collector, unreadable } from '../collector.js';

/** Always sent (seed 000), so it says why there is nothing in it. */
export const defender: Collector<'defender'> = () =>
  Promise.resolve(
    unreadable('Microsoft Defender is a part of Windows; nothing was looked at on this Linux PC'),
  );
