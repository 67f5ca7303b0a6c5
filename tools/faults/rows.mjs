/**
 * One line of the table.
 * @typedef {object} Row
 * @property {string} what - what was counted or timed
 * @property {string} seen
 * @property {string} bound - what it must be; '' shows a figure that has no bound
 * @property {boolean} [held] - absent for a figure without a bound and for what was not tried
 * @property {string} [notTried] - why
 */

export const none = (what, found) => ({
  what,
  seen: Array.isArray(found) ? shownList(found) : String(found),
  bound: '0',
  held: (Array.isArray(found) ? found.length : found) === 0,
});

export const atMost = (what, value, bound, unit = '') => ({
  what,
  seen: `${figure(value)}${unit && ` ${unit}`}`,
  bound: `≤ ${figure(bound)}${unit && ` ${unit}`}`,
  held: value <= bound,
});

export const atLeast = (what, value, bound, unit = '') => ({
  what,
  seen: `${figure(value)}${unit && ` ${unit}`}`,
  bound: `≥ ${figure(bound)}${unit && ` ${unit}`}`,
  held: value >= bound,
});

export const must = (what, seen, bound, held) => ({
  what,
  ...{ seen: String(seen), bound: String(bound), held },
});

export const shown = (what, seen) => ({ what, seen: String(seen), bound: '' });

export const notTried = (what, why) => ({ what, seen: '–', bound: '', notTried: why });

/**
 * The lines that every scenario with changes ends with.
 * @returns {Row[]}
 */
export function truthRows({ twice, doneNotRun, ranNotDone, gone, lost, acknowledged, ...more }) {
  const states = Object.entries(more.states).map(([state, number]) => `${number} ${state}`);
  return [
    shown('approvals', `${more.approvals}: ${states.join(', ')}`),
    none('changes that ran twice', twice),
    none('`done` that did not run exactly once', doneNotRun),
    none('ran, and said not to have run', ranNotDone),
    none('approvals accepted and gone', gone),
    must(
      'answers `done` that are not `done` later',
      lost.length,
      `0 of ${acknowledged}`,
      lost.length === 0,
    ),
  ];
}

const shownList = (list) =>
  list.length === 0
    ? '0'
    : `${list.length} (${list.slice(0, 3).join(', ')}${list.length > 3 ? ' …' : ''})`;

/** Three figures that count. */
export function figure(number) {
  if (Math.abs(number) >= 100) return Math.round(number).toLocaleString('en-GB');
  return String(Number(number.toPrecision(3)));
}
