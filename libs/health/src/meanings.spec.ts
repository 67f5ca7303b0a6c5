import { CATALOG } from '@kenny/contract/agent';
import { meaningOf } from './meanings.js';
import { RULES } from './rules/index.js';

describe('what a check means', () => {
  const told = CATALOG.sections.filter(({ name }) => meaningOf(name) !== undefined);

  it('is said of what a person is most often told of', () => {
    const names = told.map(({ name }) => name);
    for (const name of ['disk', 'defender', 'printers', 'reboot_pending', 'app_updates']) {
      expect(names).toContain(name);
    }
  });

  it.each(told.map(({ name }) => [name, meaningOf(name) ?? ''] as const))(
    'is a few whole sentences, of a check that can go wrong: %s',
    (name, text) => {
      const [, rule] = Object.entries(RULES).find(([of]) => of === name) ?? [];
      expect(rule?.thresholds.length).toBeGreaterThan(0);
      expect(text).toMatch(/^[A-Z][^\n]*\.$/);
      expect(text.split(/(?<=[.:]) /).length).toBeLessThan(6);
      expect(text.length).toBeLessThan(240);
    },
  );

  it('is nothing of what this version does not know', () => {
    expect(meaningOf('later')).toBeUndefined();
    expect(meaningOf('constructor')).toBeUndefined();
  });
});
