import { THRESHOLDS, type Threshold } from '@kenny/health';
import { limitWords } from './limit-words';

const words = (section: keyof typeof THRESHOLDS, status: 'warn' | 'crit') =>
  THRESHOLDS[section].map((threshold) => limitWords(threshold, status)).filter(Boolean);

describe('a limit of a rule in words', () => {
  it.each([
    ['disk', 'crit', ['Used: critical at 95 % or more']],
    ['disk', 'warn', ['Used: warning above 80 %']],
    ['thermals', 'warn', ['Temperature: warning at 85 °C or more']],
    ['os_support', 'warn', ['Eol date, time left: warning at 90 days or less']],
    ['reboot_pending', 'warn', ['always a warning']],
    ['printers', 'warn', ['Status: warning if “Error” or “Offline”']],
    ['network', 'warn', ['Interfaces: warning below 1']],
  ] as const)('%s, %s', (section, status, expected) => {
    expect(words(section, status)).toEqual(expected);
  });

  it('leaves out what is compared where the finding says it, but not how', () => {
    const alone = (section: keyof typeof THRESHOLDS) =>
      THRESHOLDS[section].map((one) => limitWords(one, 'warn', { alone: true })).filter(Boolean);
    expect(alone('reboot_pending')).toEqual([]);
    expect(alone('app_updates')).toEqual(['warning at 1 or more']);
    expect(alone('battery')).toEqual(['warning below 70 %']);
    expect(alone('os_support')).toEqual(['Eol date, time left: warning at 90 days or less']);
  });

  it('says of what a share is taken', () => {
    const swap: Threshold = {
      ...{ field: 'used_bytes', measure: 'share', of: 'total_bytes' },
      ...{ unit: '%', warn: { over: 90 } },
    };
    expect(limitWords(swap, 'warn')).toMatch(/^Used.*, share of size.*: warning above 90 %$/);
  });

  it('is said for every limit that there is', () => {
    for (const [section, thresholds] of Object.entries(THRESHOLDS)) {
      const said = thresholds.flatMap((one) =>
        [limitWords(one, 'warn'), limitWords(one, 'crit')].filter(Boolean),
      );
      expect([section, said.length >= thresholds.length]).toEqual([section, true]);
      expect(said.join()).not.toMatch(/undefined|\[object/);
    }
  });
});
