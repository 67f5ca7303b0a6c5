import { Child, pathOf } from '../processes.mjs';

/** The database's writer and the audit log on it, without a server: each held against the other. */
export const writing = {
  name: 'writing',
  goals: ['write-gain', 'audit-recorded', 'audit-appended', 'audit-verified'],
  async *run({ world }) {
    const args = [pathOf('write-rows.mjs'), world.newFolder('rows')];
    const child = world.track(new Child('writing', 'server', args));
    const { figures } = await child.says(({ type }) => type === 'figures');
    await child.ended;
    const { alone, together, recorded, appended, verified } = figures;
    const row = (id, figure, to) => ({
      ...{ id, value: figure.perSecond / to.perSecond },
      note: `${Math.round(figure.perSecond)} a second, to ${Math.round(to.perSecond)}`,
    });
    const last = row('audit-verified', verified, recorded);
    yield row('write-gain', together, alone);
    yield row('audit-recorded', recorded, together);
    yield row('audit-appended', appended, together);
    yield {
      ...last,
      note: `${last.note}; held the loop for ${verified.held.toFixed(1)} ms at most`,
    };
  },
};
