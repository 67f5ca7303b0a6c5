/**
 * A month of a thousand PCs, made directly in a database: its size and the fleet page on it. Takes
 * many minutes and gigabytes, so it runs only when it is asked for by name.
 */
export const history = {
  name: 'history',
  goals: [],
  onRequest: true,
  async *run({ sizes, quick }) {
    const { history: measure } = await import('../history.mjs');
    const rows = await measure({ pcs: sizes.fleet, days: quick ? 1 : 30, log: console.error });
    for (const { name: title, must, aim, ...figure } of rows) {
      yield { ...figure, title, better: 'less', must: must ?? undefined, aim: aim ?? undefined };
    }
  },
};
