import { reading, unreadable } from '../collector.js';
import { countAt } from '../../platform/json.js';
import { round, sizeText } from '../words.js';
import type { WindowsCollector } from '../windows-machine.js';

/** Windows promises memory and page files together; what is beyond the memory is the page file. */
export const memory: WindowsCollector<'memory'> = async (machine) => {
  const answer = await machine.native('memory');
  const total = countAt(answer, 'total');
  const available = countAt(answer, 'available');
  if (!total || available === undefined) {
    return unreadable('Windows does not say how much memory there is');
  }
  const used = Math.max(0, total - available);
  const percent = round((100 * used) / total, 1);
  const limit = countAt(answer, 'commitLimit');
  const swap = limit === undefined ? null : Math.max(0, limit - total);
  const pageFile = swap ? `page file of ${sizeText(swap)}` : 'no page file';
  return reading<'memory'>(`${percent} % of ${sizeText(total)} used, ${pageFile}`, {
    total_bytes: total,
    used_bytes: used,
    available_bytes: Math.min(available, total),
    percent_used: percent,
    swap_total_bytes: swap,
    // Only what is promised is known, not what was really moved there.
    swap_used_bytes: null,
  });
};
