import { Component, computed, inject, input } from '@angular/core';
import { MatButton } from '@angular/material/button';
import type { CatalogTool, FleetAgent } from '@kenny/contract/web';
import { isObject } from '@kenny/kernel';
import { quantity } from '../../core/facts/quantity';
import { ErrorNote } from '../../ui/error-note';
import { UntrustedText } from '../../ui/untrusted-text';
import { ToolCall } from './tools/tool-call';

const SHOWN = 3;

/**
 * The busiest processes of the PC: of its newest report, and as they are when somebody asks. Each look
 * is audited.
 */
@Component({
  selector: 'kenny-busy-now',
  imports: [ErrorNote, MatButton, UntrustedText],
  providers: [ToolCall],
  template: `
    <h2>Busiest programs</h2>
    @if (pc().online) {
      <button type="button" matButton="outlined" [disabled]="call.running()" (click)="look()">
        {{ words() }}
      </button>
    }
    @if (reported(); as words) {
      <span class="dim">{{ words }}</span>
    }
    <div role="status">
      @if (busiest(); as found) {
        <ol aria-label="Busiest processes">
          @for (one of found; track one.pid) {
            <li>
              <strong><kenny-untrusted [text]="one.name" /></strong>
              <span class="dim"> {{ one.share }}</span>
            </li>
          } @empty {
            <li class="dim">Nothing is running.</li>
          }
        </ol>
      }
    </div>
    @if (failed(); as fault) {
      <kenny-error [error]="fault" />
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 6px 16px;
      margin: 10px 0;
    }
    h2 {
      margin: 0;
    }
    ol {
      display: flex;
      flex-wrap: wrap;
      gap: 2px 16px;
      list-style: none;
      margin: 0;
      padding: 0;
      overflow-wrap: anywhere;
    }
  `,
})
export class BusyNow {
  readonly pc = input.required<FleetAgent>();
  /** The tool that lists processes. */
  readonly tool = input.required<CatalogTool>();
  /** The section of its newest report, if it sends one. */
  readonly load = input<unknown>();
  /** The section of its newest report that names processes. */
  readonly processes = input<unknown>();
  protected readonly call = inject(ToolCall);

  protected readonly words = computed(() => {
    const { kind } = this.call.stage();
    if (kind === 'running') return 'Asking the PC…';
    return kind === 'done' ? 'Look again' : 'Look now';
  });
  protected readonly reported = computed(() => {
    const load = this.load();
    const { cpu_percent: cpu, memory_percent: memory } = isObject(load) ? load : {};
    const known = [
      ...(typeof cpu === 'number' ? [`CPU ${quantity(cpu, '%')}`] : []),
      ...(typeof memory === 'number' ? [`memory ${quantity(memory, '%')}`] : []),
    ].join(', ');
    if (known !== '') return `Last report: ${known}`;
    return busiestOf(this.processes()).length > 0 ? 'Last report' : '';
  });
  protected readonly busiest = computed(() => {
    const stage = this.call.stage();
    if (stage.kind === 'done' && 'result' in stage.answer) return busiestOf(stage.answer.result);
    const reported = busiestOf(this.processes());
    return reported.length > 0 ? reported : null;
  });
  protected readonly failed = computed(() => {
    const stage = this.call.stage();
    return stage.kind === 'failed' ? stage.error : null;
  });

  protected look(): void {
    void this.call.run(this.tool(), this.pc().agent_id, {});
  }
}

interface Busy {
  readonly pid: number;
  readonly name: string;
  readonly share: string;
}

/** Of what lists processes: what takes the most of the processor, then of the memory. */
function busiestOf(lists: unknown): Busy[] {
  const listed = isObject(lists) && Array.isArray(lists['processes']) ? lists['processes'] : [];
  const size = (value: unknown): number => (typeof value === 'number' ? value : 0);
  return listed
    .filter(isObject)
    .sort((a, b) => size(b['cpu']) - size(a['cpu']) || size(b['mem_bytes']) - size(a['mem_bytes']))
    .slice(0, SHOWN)
    .map(({ pid, name, cpu, mem_bytes: memory }) => ({
      ...{ pid: size(pid), name: String(name) },
      share: [
        // A program on two cores takes more than one of them.
        ...(typeof cpu === 'number' ? [`${quantity(cpu, '%')} of one core`] : []),
        ...(typeof memory === 'number' ? [quantity(memory, 'bytes')] : []),
      ].join(', '),
    }));
}
