import { Component, computed, effect, inject, input, linkedSignal, untracked } from '@angular/core';
import { MatButton } from '@angular/material/button';
import type { CatalogTool, FleetAgent, FsFolderSizesResult } from '@kenny/contract/web';
import { isObject } from '@kenny/kernel';
import type { OfferedCall, Sending } from '../../core/approvals/sheet-opener';
import { quantity } from '../../core/facts/quantity';
import { labelOf } from '../../core/facts/units';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { AskToRun } from '../../ui/ask-to-run';
import { ErrorNote } from '../../ui/error-note';
import { UntrustedText } from '../../ui/untrusted-text';

const SHOWN = 8;
const NEARLY_ALL = 0.95;
/** Folders that are opened one after the other by themselves, the drive with them. */
const DEEPEST = 4;
/** As people know them, by the name on the disk in small letters. */
const FOLDER_NAMES = new Map([['$recycle.bin', 'Recycle Bin']]);
const FILES: keyof FsFolderSizesResult = 'files_bytes';

interface Step {
  readonly name: string;
  readonly path: string;
}

/** What fills a disk: folders with their sizes, opened one after the other. Each look is audited. */
@Component({
  selector: 'kenny-what-fills',
  imports: [ErrorNote, MatButton, UntrustedText],
  template: `
    @if (way().length === 0) {
      <p>
        @for (drive of drives(); track drive.path) {
          <button
            type="button"
            matButton="outlined"
            [disabled]="!pc().online"
            (click)="open([drive])"
          >
            See what fills <kenny-untrusted [text]="drive.name" />
          </button>
        }
      </p>
    } @else {
      <nav aria-label="Folder">
        @if (drives().length > 1) {
          <button type="button" class="link" [disabled]="looking().busy()" (click)="way.set([])">
            All drives
          </button>
          <span aria-hidden="true">›</span>
        }
        @for (step of way(); track step.path) {
          @if ($last) {
            <strong aria-current="page"><kenny-untrusted [text]="step.name" /></strong>
          } @else {
            <button
              type="button"
              class="link"
              [disabled]="looking().busy()"
              (click)="open(way().slice(0, $index + 1), true)"
            >
              <kenny-untrusted [text]="step.name" />
            </button>
            <span aria-hidden="true">›</span>
          }
        }
      </nav>
    }
    <div role="status">
      @if (looking().busy()) {
        <p class="dim">Adding up what lies there. That can take a minute.</p>
      } @else if (rows(); as rows) {
        @if (shares(); as words) {
          <p class="dim">{{ words }}</p>
        }
        <ol aria-label="Folders by size">
          @for (row of rows.slice(0, shown()); track row.step?.path) {
            <li>
              @if (row.step; as step) {
                <button type="button" class="link" (click)="open([...way(), step])">
                  <kenny-untrusted [text]="row.name" />
                </button>
              } @else {
                {{ row.name }}
              }
              {{ ' ' }}<span class="dim">{{ row.size }}</span>
            </li>
          }
        </ol>
        @if (found()?.truncated) {
          <p class="dim">Not all of it could be measured: there may be more.</p>
        }
        @if (rows.length > shown()) {
          <button type="button" class="link" (click)="shown.set(rows.length)">
            Show all {{ rows.length }}
          </button>
        }
      }
    </div>
    @if (looking().error(); as fault) {
      <kenny-error [error]="fault" [retryable]="true" (retry)="open(way())" />
    }
  `,
  styles: `
    :host {
      display: block;
    }
    p {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
      margin: 0 0 8px;
    }
    nav {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 2px 8px;
      min-height: 32px;
      overflow-wrap: anywhere;
    }
    ol {
      list-style: none;
      margin: 0;
      padding: 0;
    }
    li {
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 16px;
      min-height: 32px;
      border-bottom: 1px solid var(--line);
      overflow-wrap: anywhere;
    }
    li .dim {
      flex: none;
    }
  `,
})
export class WhatFills {
  private readonly api = inject(ApiClient);
  private readonly askToRun = inject(AskToRun);
  readonly pc = input.required<FleetAgent>();
  /** The one that adds folders up. */
  readonly tool = input.required<CatalogTool>();
  /** The report of its disks. */
  readonly disk = input<unknown>();
  /** Somebody came to see this: it looks into the fullest at once. */
  readonly cameFor = input(false);

  private readonly id = computed(() => this.pc().agent_id);
  // Another PC: nothing of the one before.
  protected readonly looking = linkedSignal({
    source: this.id,
    computation: () => new Mutation(),
  });
  /** From the drive to the open folder. */
  protected readonly way = linkedSignal<string, readonly Step[]>({
    source: this.id,
    computation: () => [],
  });
  protected readonly found = linkedSignal<readonly Step[], FsFolderSizesResult | null>({
    source: this.way,
    computation: () => null,
  });
  protected readonly shown = linkedSignal({ source: this.way, computation: () => SHOWN });

  private readonly separator = computed(() => (this.pc().meta?.os === 'windows' ? '\\' : '/'));
  /** The fullest first. */
  protected readonly drives = computed<Step[]>(() => {
    const disk = this.disk();
    const volumes = isObject(disk) && Array.isArray(disk['volumes']) ? disk['volumes'] : [];
    const used = (volume: Record<string, unknown>) => Number(volume['percent_used']) || 0;
    return volumes
      .filter(isObject)
      .sort((a, b) => used(b) - used(a))
      .flatMap(({ mount }) =>
        typeof mount === 'string' && mount !== '' ? [{ name: mount, path: this.below(mount) }] : [],
      );
  });

  protected readonly rows = computed(() => {
    const found = this.found();
    const [open] = this.way().slice(-1);
    if (!found || !open) return null;
    const all = found.folders.reduce((sum, { bytes }) => sum + bytes, found.files_bytes);
    const share = (bytes: number) =>
      all > 0 && !found.truncated ? ` · ${quantity(Math.round((bytes / all) * 100), '%')}` : '';
    const row = (name: string, bytes: number, partial = false) => ({
      name,
      size: `${partial ? 'at least ' : ''}${quantity(bytes, 'bytes')}${share(bytes)}`,
    });
    const folders = found.folders.map(({ name, bytes, partial }) => {
      const step = this.stepInto(open, name);
      return { ...row(step.name, bytes, partial), step };
    });
    if (found.files_bytes === 0) return folders;
    return [...folders, { ...row(labelOf(FILES), found.files_bytes), step: undefined }];
  });

  /** Its card says how full the whole disk is, which is another share. */
  protected readonly shares = computed(() => {
    if (!this.rows()?.length || this.found()?.truncated) return '';
    return this.way().length > 1
      ? 'Each with its share of this folder.'
      : 'Each with its share of what is used.';
  });

  constructor() {
    const came = computed(() => this.cameFor() && this.pc().online && this.drives()[0]);
    effect(() => {
      const first = came();
      if (first) untracked(() => this.way().length === 0 && void this.open([first]));
    });
  }

  /** Goes on into a folder that holds nearly all of it, unless somebody goes back. */
  protected async open(way: readonly Step[], back = false): Promise<void> {
    const looking = this.looking();
    const [last] = way.slice(-1);
    if (!last || looking.busy()) return;
    this.way.set(way);
    await this.askToRun.ask(looking, this.callOf(last), () => this.send(way, back, looking));
  }

  private callOf({ path }: Step): OfferedCall {
    return { tool: this.tool().name, agent_id: this.id(), args: { path } };
  }

  private async send(way: readonly Step[], back: boolean, looking: Mutation): ReturnType<Sending> {
    const [last] = way.slice(-1);
    if (!last) return {};
    const { tool, ...body } = this.callOf(last);
    const answer = await this.api.callTool(tool, body);
    // Another PC since: nothing of this one is shown.
    if (looking !== this.looking()) return {};
    if (!('result' in answer)) return answer;
    const found = answer.result as object as FsFolderSizesResult;
    this.way.set(way);
    this.found.set(found);
    const name = back || way.length >= DEEPEST ? undefined : nearlyAllOf(found);
    if (name === undefined) return answer;
    return this.send([...way, this.stepInto(last, name)], back, looking);
  }

  private stepInto({ path }: Step, name: string): Step {
    return { name: FOLDER_NAMES.get(name.toLowerCase()) ?? name, path: this.below(path, name) };
  }

  private below(folder: string, name = ''): string {
    const separator = this.separator();
    return (folder.endsWith(separator) ? folder : folder + separator) + name;
  }
}

/** The folder in which lies at least so much of it, where all could be measured. */
function nearlyAllOf({ folders, files_bytes, truncated }: FsFolderSizesResult): string | undefined {
  if (truncated || folders.some(({ partial }) => partial)) return undefined;
  const all = folders.reduce((sum, { bytes }) => sum + bytes, files_bytes);
  return folders.find(({ bytes }) => all > 0 && bytes / all >= NEARLY_ALL)?.name;
}
