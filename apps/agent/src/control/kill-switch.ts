import type { Clock, Timer } from '@kenny/kernel';
import { watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Logger } from '../logging/index.js';
import { errorText } from '../errors/error-code.js';
import { replaceFile } from '../platform/state-files.js';
import { controlText, readControl, type ControlReading } from './control-file.js';

/** Whether change tools may run; if not, the reason to show. */
export type SwitchState = { enabled: true } | { enabled: false; reason: string };

export interface KillSwitchOptions {
  /** The file that the person at the PC may write. */
  file: string;
  /** Written by the service only: the last state that it read. */
  lastFile: string;
  /** For readers: leaves `lastFile` alone. */
  readOnly?: boolean;
  clock: Clock;
  log: Logger;
}

/** Polling interval, where the system does not notify of changes. */
const POLL_MS = 2_000;
/** Wait: somebody may be in the middle of writing. */
const SETTLE_MS = 50;

const SWITCHED_OFF = 'remote control is switched off at this PC';

/**
 * Local switch of the person at the PC (design §6). Read for every change call; no frame can set
 * it. A missing file means on, unless the last state was off: deleting the file must not switch
 * remote control back on.
 */
export class KillSwitch {
  private last: ControlReading | undefined;
  private known: SwitchState | undefined;
  private listener: ((state: SwitchState) => void) | undefined;
  private poll: Timer | undefined;
  private watcher: FSWatcher | undefined;
  private closed = false;
  private reading: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly options: KillSwitchOptions,
    private readonly readFile: typeof readControl = readControl,
  ) {}

  /**
   * Reads the file and notifies the listener of a change. One read at a time: an older one that
   * ends late must not undo what a newer one saw.
   */
  read(): Promise<SwitchState> {
    const next = () => this.readNow();
    const state = this.reading.then(next, next);
    this.reading = state;
    return state;
  }

  private async readNow(): Promise<SwitchState> {
    const reading = await this.readFile(this.options.file);
    this.last ??= await this.readFile(this.options.lastFile);
    if (isDecided(reading) && reading.kind !== this.last.kind) await this.remember(reading);
    const state = judge(reading, this.last, this.options);
    const before = this.known;
    this.known = state;
    if (before && before.enabled !== state.enabled) this.announce(state);
    return state;
  }

  /** Last result of `read`, for callers that cannot wait. */
  get current(): SwitchState | undefined {
    return this.known;
  }

  /** Calls `listener` at every change until `close`. */
  async watch(listener: (state: SwitchState) => void): Promise<void> {
    this.listener = listener;
    await this.read();
    this.watchFolder();
    this.readIn(POLL_MS);
  }

  close(): void {
    this.closed = true;
    this.listener = undefined;
    this.poll?.cancel();
    this.unwatch();
  }

  private announce(state: SwitchState): void {
    const { log } = this.options;
    if (state.enabled) log.info('remote control was switched on at this PC');
    else log.warn('remote control is off', { reason: state.reason });
    this.listener?.(state);
  }

  private async remember(reading: ControlReading): Promise<void> {
    this.last = reading;
    if (this.options.readOnly) return;
    try {
      await replaceFile(this.options.lastFile, controlText(reading.kind === 'on'));
    } catch (error) {
      this.options.log.error('cannot save the last state of the kill switch', {
        file: this.options.lastFile,
        error: errorText(error),
      });
    }
  }

  private watchFolder(): void {
    const { file } = this.options;
    try {
      this.watcher = watch(dirname(file), { persistent: false }, (_event, name) => {
        if (name === null || name === basename(file)) this.readIn(SETTLE_MS);
      });
      this.watcher.on('error', () => this.unwatch());
    } catch (error) {
      // No folder yet, or no inotify watches left: polling must do.
      this.options.log.debug('kill switch is only polled', { error: errorText(error) });
    }
  }

  private unwatch(): void {
    this.watcher?.close();
    this.watcher = undefined;
  }

  /** Schedules the next poll; a notification brings it forward. */
  private readIn(ms: number): void {
    if (this.closed) return;
    this.poll?.cancel();
    this.poll = this.options.clock.setTimer(() => {
      void this.read().finally(() => this.readIn(POLL_MS));
    }, ms);
  }
}

const isDecided = (reading: ControlReading): boolean =>
  reading.kind === 'on' || reading.kind === 'off';

function judge(
  reading: ControlReading,
  last: ControlReading,
  { file, lastFile }: Pick<KillSwitchOptions, 'file' | 'lastFile'>,
): SwitchState {
  const off = (reason: string): SwitchState => ({ enabled: false, reason });
  switch (reading.kind) {
    case 'on':
      return { enabled: true };
    case 'off':
      return off(SWITCHED_OFF);
    case 'unusable':
      return off(
        `remote control stays off: the switch ${file} cannot be trusted: ${reading.reason}`,
      );
    case 'missing':
      if (last.kind === 'off') return off(`${SWITCHED_OFF} (its file is gone)`);
      if (last.kind === 'unusable') {
        return off(`remote control stays off: ${lastFile} cannot be trusted: ${last.reason}`);
      }
      return { enabled: true };
  }
}
