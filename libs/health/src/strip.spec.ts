import { stripChar, stripSlot } from './strip.js';

const NOW = Date.parse('2026-06-04T18:10:00Z');

describe('stripChar', () => {
  it('has one letter for each health and a dash for none', () => {
    const health = ['ok', 'warn', 'crit', 'unknown', undefined] as const;
    expect(health.map(stripChar).join('')).toBe('owcu-');
  });
});

describe('stripSlot', () => {
  it('takes dates too', () => {
    expect(stripSlot(new Date(NOW))).toBe(stripSlot(NOW));
  });
});
