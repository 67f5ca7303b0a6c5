import { arriveAt } from './arrive-at';

describe('arriving at what was just opened', () => {
  const focused = () => document.activeElement?.id;

  beforeEach(() => {
    document.body.innerHTML = `
      <h2 id="check" tabindex="-1">Disk</h2>
      <div role="dialog"><h2 id="sheet" tabindex="-1">Run?</h2><input id="field" /></div>`;
  });
  afterEach(() => document.body.replaceChildren());

  const at = (id: string) => {
    const heading = document.getElementById(id);
    if (!heading) throw new Error(`there is no ${id}`);
    arriveAt(heading);
  };

  it('takes the focus there', () => {
    at('check');
    expect(focused()).toBe('check');
  });

  it('leaves the focus to who writes in a dialog meanwhile', () => {
    document.getElementById('field')?.focus();
    at('check');
    expect(focused()).toBe('field');
  });

  it('takes it within that dialog', () => {
    document.getElementById('field')?.focus();
    at('sheet');
    expect(focused()).toBe('sheet');
  });
});
