import { Component, computed, inject, input } from '@angular/core';
import { MatButton } from '@angular/material/button';
import type { CatalogTool, DiagProcessesResult, FleetAgent } from '@kenny/contract/web';
import { isObject } from '@kenny/kernel';
import { quantity } from '../../core/facts/quantity';
import { ErrorNote } from '../../ui/error-note';
import { UntrustedText } from '../../ui/untrusted-text';
import { ToolCall } from './tools/tool-call';

const SHOWN = 3;

/** The busiest processes of the PC, asked for when somebody wants to know: each look is audited. */
@Component({
  selector: 'kenny-busy-now',
  imports: [ErrorNote, MatButton, UntrustedText],
  providers: [ToolCall],
  template: `
    <button
      type="button"
      matButton="outlined"
      [disabled]="!pc().online || call.running()"
      (click)="look()"
    >
      {{ words() }}
    </button>
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
  protected readonly call = inject(ToolCall);

  protected readonly words = computed(() => {
    const { kind } = this.call.stage();
    if (kind === 'running') return 'Asking the PC…';
    return kind === 'done' ? 'Look again' : 'What is it doing now?';
  });
  protected readonly reported = computed(() => {
    const load = this.load();
    if (!isObject(load)) return '';
    const { cpu_percent: cpu, memory_percent: memory } = load;
    const known = [
      ...(typeof cpu === 'number' ? [`CPU ${quantity(cpu, '%')}`] : []),
      ...(typeof memory === 'number' ? [`memory ${quantity(memory, '%')}`] : []),
    ].join(', ');
    return known === '' ? '' : `Last report: ${known}`;
  });
  protected readonly busiest = computed(() => {
    const stage = this.call.stage();
    if (stage.kind !== 'done' || !('result' in stage.answer)) return null;
    const { processes = [] } = stage.answer.result as Partial<DiagProcessesResult>;
    return [...processes]
      .sort((a, b) => (b.cpu ?? 0) - (a.cpu ?? 0) || (b.mem_bytes ?? 0) - (a.mem_bytes ?? 0))
      .slice(0, SHOWN)
      .map(({ pid, name, cpu, mem_bytes }) => ({
        ...{ pid, name },
        share: [
          ...(cpu === null ? [] : [`${quantity(cpu, '%')} CPU`]),
          ...(mem_bytes === null ? [] : [quantity(mem_bytes, 'bytes')]),
        ].join(', '),
      }));
  });
  protected readonly failed = computed(() => {
    const stage = this.call.stage();
    return stage.kind === 'failed' ? stage.error : null;
  });

  protected look(): void {
    void this.call.run(this.tool(), this.pc().agent_id, {});
  }
}
