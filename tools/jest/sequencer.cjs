const { basename } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Files of minutes in which they mostly wait for another machine, a service or a timer; longest first. */
const WAITING = [
  ...['linux-network', 'linux-service', 'windows-update', 'windows'],
  ...['windows-session', 'linux-install'],
].map((name) => `${name}.e2e-spec.ts`);
/** So many others for one that waits: more of those at once would leave the processor idle. */
const OTHERS = 4;

/** As Jest has it, but files that wait for long begin early, one after the other, beside what works. */
module.exports = class extends Sequencer {
  sort(tests) {
    const place = ({ path }) => WAITING.indexOf(basename(path));
    const sorted = super.sort(tests);
    const waiting = sorted.filter((test) => place(test) >= 0);
    waiting.sort((a, b) => place(a) - place(b));
    const others = sorted.filter((test) => place(test) < 0);
    const mixed = waiting.flatMap((test, at) => [
      test,
      ...others.slice(at * OTHERS, (at + 1) * OTHERS),
    ]);
    return [...mixed, ...others.slice(waiting.length * OTHERS)];
  }
};
