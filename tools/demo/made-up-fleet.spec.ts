import { check } from '@kenny/contract';
import { madeUpFleet } from './made-up-fleet.mjs';

const READS = ['diag_autostart', 'diag_processes', 'diag_services', 'diag_eventlog'];

interface Made {
  readonly os: string;
  readonly name: string;
  run(tool: string, args: object, now: number): unknown;
}

describe('what a made-up PC answers', () => {
  const fleet = madeUpFleet() as unknown as Made[];

  it.each(READS)('fits its system and the contract: %s', (tool) => {
    const answers = fleet.map((pc) => ({ os: pc.os, answer: pc.run(tool, {}, Date.now()) }));
    expect(new Set(answers.map(({ os }) => os))).toEqual(new Set(['windows', 'linux']));
    for (const { os, answer } of answers) {
      expect(check(`result:${tool}`, structuredClone(answer))).toEqual([]);
      const isOfWindows = /\\\\|\.exe|HKCU|Spooler/.test(JSON.stringify(answer));
      expect(isOfWindows).toBe(os === 'windows');
    }
  });
});
