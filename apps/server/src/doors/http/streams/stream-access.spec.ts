import type { PrincipalResolver } from '../../../auth/index.js';
import type { EventBus } from '../../../kernel/index.js';
import { asking } from '../../../../test/settings-world.js';
import { RequestState } from '../pipeline/request-state.js';
import { DOWNLOADS, StreamAccess } from './stream-access.js';

function visitor() {
  const events = { on: () => () => undefined } as unknown as EventBus;
  const nobody: unknown = {};
  const access = new StreamAccess(nobody as PrincipalResolver, events);
  const state = new RequestState('r-1', '127.0.0.1', 'http', []);
  state.principal = asking('anna', { scope: 'admin' }).principal;
  return { access, state };
}

it('counts downloads apart from streams, and names them', async () => {
  const { access, state } = visitor();
  const visits = [];
  for (let i = 0; i < DOWNLOADS.most; i += 1) visits.push(await access.enter(state, DOWNLOADS));
  await expect(access.enter(state, DOWNLOADS)).rejects.toMatchObject({
    ...{ code: 'rate_limited', message: expect.stringContaining('4 downloads open') as string },
  });
  (await access.enter(state)).leave();
  visits[0]?.leave();
  (await access.enter(state, DOWNLOADS)).leave();
});
