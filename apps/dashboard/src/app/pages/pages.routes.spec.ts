import { DASHBOARD_PAGES } from '@kenny/contract/web';
import { NAVIGATION } from './navigation';
import { pages } from './pages.routes';

const first = (path: string) => path.split('/').find((part) => part !== '');

describe('the addresses of the pages', () => {
  it('are among those that the server answers with the app', () => {
    const paths = pages.map(({ path = '' }) => first(path)).filter((path) => path && path !== '**');
    for (const path of paths) expect(DASHBOARD_PAGES).toContain(path);
  });

  it('are where the rail leads', () => {
    const known = pages.map(({ path }) => `/${path}`);
    for (const { path } of NAVIGATION) expect(known).toContain(path);
  });
});
