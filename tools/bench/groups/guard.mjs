import { Child, pathOf } from '../processes.mjs';

/** What judging a text of 64 kB costs: a harmless one, the worst of those built to be slow, and with 300 rules. */
export const guard = {
  name: 'guard',
  goals: ['guard-harmless', 'guard-hostile', 'guard-rules'],
  async *run({ world }) {
    const child = world.track(new Child('guard', 'server', [pathOf('judge-texts.mjs')]));
    const { figures } = await child.says(({ type }) => type === 'figures');
    await child.ended;
    const harmless = Math.max(...figures.harmless);
    const worst = figures.hostile.reduce((one, other) => (other.ms > one.ms ? other : one));
    const rules = figures.withRules.map((ms, index) => ms / figures.plain[index]);
    yield {
      id: 'guard-harmless',
      value: harmless,
      note: 'the least of 7, of two scripts the slower',
    };
    yield {
      ...{ id: 'guard-hostile', value: worst.ms / harmless },
      note: `${worst.name}: ${worst.ms.toFixed(1)} ms; ${figures.hostile.length} were judged to their end`,
    };
    yield { id: 'guard-rules', value: Math.max(...rules), note: 'the worst of 3 texts' };
  },
};
