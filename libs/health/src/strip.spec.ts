import type { Health } from '@kenny/contract/agent';
import { MINUTE_MS } from '@kenny/kernel';
import { stripChar, stripOf, stripSlot } from './strip.js';

const NOW = Date.parse('2026-06-04T18:10:00Z');
const at = (minutesAgo: number, health: Health) => ({ at: NOW - minutesAgo * MINUTE_MS, health });

describe('stripChar', () => {
  it('has one letter for each health and a dash for none', () => {
    const health = ['ok', 'warn', 'crit', 'unknown', undefined] as const;
    expect(health.map(stripChar).join('')).toBe('owcu-');
  });
});

describe('stripOf', () => {
  it('is 48 dashes without data', () => {
    expect(stripOf([], NOW)).toBe('-'.repeat(48));
  });

  it('puts the current half hour last and drops what is a day old', () => {
    const samples = [at(5, 'warn'), at(11, 'ok'), at(23 * 60, 'crit'), at(24 * 60, 'crit')];
    expect(stripOf(samples, NOW)).toBe(`-c${'-'.repeat(44)}ow`);
  });

  it('breaks at the half hour, not between samples', () => {
    expect(stripOf([at(10, 'ok')], NOW).endsWith('-o')).toBe(true);
    expect(stripOf([at(10.0001, 'ok')], NOW).endsWith('o-')).toBe(true);
  });

  it('shows the worst of a half hour in any order, unknown only when there is nothing else', () => {
    const samples = [at(1, 'ok'), at(2, 'crit'), at(3, 'warn'), at(31, 'unknown'), at(61, 'ok')];
    const more = [at(62, 'unknown')];
    expect(stripOf([...samples, ...more], NOW).slice(-3)).toBe('ouc');
    expect(stripOf([...samples, ...more].reverse(), NOW).slice(-3)).toBe('ouc');
  });

  it('leaves out the future and times that are none', () => {
    expect(stripOf([at(-60, 'crit'), { at: NaN, health: 'crit' }], NOW)).toBe('-'.repeat(48));
  });

  it('takes dates too', () => {
    const sample = { at: new Date(NOW), health: 'ok' } as const;
    expect(stripOf([sample], new Date(NOW)).endsWith('-o')).toBe(true);
    expect(stripSlot(new Date(NOW))).toBe(stripSlot(NOW));
  });
});
