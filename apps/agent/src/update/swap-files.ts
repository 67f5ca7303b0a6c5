import type { Os } from '@kenny/contract/agent';
import { constants } from 'node:fs';
import { copyFile, link, lstat, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { patiently } from '../platform/patiently.js';
import { syncFolder } from '../platform/state-files.js';
import { LEFT_OVER, type SwapFile, type SwapStep } from './swap-steps.js';

export type SwapPlaces = Readonly<Record<SwapFile, string>>;

/** Beside the program; Windows needs the extension to run it. */
export function placesFor(program: string, os: Os): SwapPlaces {
  const ending = os === 'windows' ? '.exe' : '';
  const stem = ending === '' ? program : program.slice(0, -ending.length);
  const beside = (word: string): string => `${stem}.${word}${ending}`;
  return { program, fresh: beside('new'), kept: beside('old'), away: beside('away') };
}

export interface SwapFilesOptions {
  readonly places: SwapPlaces;
  readonly os: Os;
  /** Tells the service manager what to start next; only Windows needs it. */
  readonly pointAt: (file: string) => Promise<void>;
  /**
   * Ends other processes of the program before it moves: on Windows a helper in a desktop session
   * would hold the old file, and the new version would not recognise it by its name.
   */
  readonly letGo: () => Promise<void>;
}

/** Carries out the steps of an update on disk, each synced before the next. */
export class SwapFiles {
  constructor(private readonly options: SwapFilesOptions) {}

  get places(): SwapPlaces {
    return this.options.places;
  }

  async has(name: SwapFile): Promise<boolean> {
    try {
      return (await lstat(this.places[name])).isFile();
    } catch {
      return false; // missing or unreadable: either way it cannot be started
    }
  }

  /** @throws the system's error at the first step that fails; the ones before it are done */
  async run(steps: readonly SwapStep[]): Promise<void> {
    if (steps.some(({ do: what }) => what === 'move')) await this.options.letGo();
    for (const step of steps) await this.take(step);
  }

  /** Removes leftovers of updates. @returns names that could not be removed */
  async tidy(): Promise<string[]> {
    const left: string[] = [];
    for (const name of LEFT_OVER) {
      const file = this.places[name];
      await rm(file, { force: true }).catch(() => left.push(file));
    }
    return left;
  }

  private async take(step: SwapStep): Promise<void> {
    const { places, os, pointAt } = this.options;
    if (step.do === 'point') {
      // Removed by somebody else (a virus scanner): what is not there is never started.
      if (await this.has(step.at)) return pointAt(places[step.at]);
      throw new Error(`${places[step.at]} is gone`);
    }
    const [from, to] = [places[step.from], places[step.to]];
    const act = step.do === 'move' ? () => rename(from, to) : () => keep(from, to, os);
    await (os === 'windows' ? patiently(act) : act());
    await syncFolder(dirname(to));
  }
}

/** A hard link on Linux; a copy where a running file must get other content. */
async function keep(from: string, to: string, os: Os): Promise<void> {
  await rm(to, { force: true });
  if (os !== 'windows') return link(from, to);
  await copyFile(from, to, constants.COPYFILE_EXCL);
  const handle = await open(to, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
