import { Child, pathOf } from '../processes.mjs';

/** What one signature keeps everybody else waiting: the longer of signing and verifying. */
export const signatures = {
  name: 'signatures',
  goals: ['signature-block'],
  async *run({ world }) {
    const child = world.track(new Child('signatures', 'server', [pathOf('sign-and-verify.mjs')]));
    const { times } = await child.says(({ type }) => type === 'times');
    await child.ended;
    const { sign, verify } = times;
    const note = `p99 of 2,000, each the least of 3 tries; median ${sign.p50.toFixed(2)} to sign, ${verify.p50.toFixed(2)} to verify`;
    yield* [{ id: 'signature-block', value: Math.max(sign.p99, verify.p99), note }];
  },
};
