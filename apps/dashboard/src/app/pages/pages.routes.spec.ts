import { DASHBOARD_PAGES } from '@kenny/contract/web';
import { routes } from '../app.routes';
import { NAVIGATION } from './navigation';
import { pages } from './pages.routes';

const first = (path: string) => path.split('/').find((part) => part !== '');

describe('the addresses of the pages', () => {
  it('are among those that the server answers with the app', () => {
    const paths = pages.map(({ path = '' }) => first(path)).filter((path) => path && path !== '**');
    for (const path of paths) expect(DASHBOARD_PAGES).toContain(path);
  });

  it('name a request as its sheet reads it, beside a task too', () => {
    const children = pages.flatMap(({ children: inside = [] }) => inside.map(({ path }) => path));
    expect(children.filter((path) => path?.includes('approval'))).toEqual([
      'approval/:id',
      'approval/:id',
    ]);
  });

  it('keep the menu beside an address that nobody knows', () => {
    expect(pages.at(-1)).toMatchObject({ path: '**', title: 'Not found' });
    expect(routes.map(({ path }) => path)).not.toContain('**');
  });

  it('have one for Help by the name that the menu has', () => {
    expect(pages.find(({ path }) => path === 'help')).toMatchObject({ redirectTo: 'guides' });
  });

  it('are where the rail leads', () => {
    const known = pages.map(({ path }) => `/${path}`);
    for (const { path } of NAVIGATION) expect(known).toContain(path);
  });
});
