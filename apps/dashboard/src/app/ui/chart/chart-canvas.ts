import {
  afterRenderEffect,
  Component,
  DestroyRef,
  DOCUMENT,
  inject,
  input,
  signal,
  viewChild,
  type ElementRef,
} from '@angular/core';
import { Theme } from '../../core/theme/theme';
import type { ChartModel } from './chart-model';
import { Drawing } from './drawing';
import { paletteOf } from './palette';

/** The drawing itself. With chart.js in it, so it is loaded only where a chart is seen. */
@Component({
  selector: 'kenny-chart-canvas',
  template: `
    <canvas
      #canvas
      role="img"
      tabindex="0"
      [attr.aria-label]="label()"
      (keydown.arrowLeft)="step($event, -1)"
      (keydown.arrowRight)="step($event, 1)"
    ></canvas>
    <i #probe hidden></i>
    <span class="readout" role="status" [textContent]="readout()"></span>
  `,
  styles: `
    :host {
      display: block;
      position: relative;
      height: 100%;
    }
    .readout {
      position: absolute;
      top: 2px;
      right: 2px;
      max-width: 100%;
      padding: 1px 6px;
      font-size: 13px;
      border-radius: 4px;
      background: var(--panel);
      pointer-events: none;
    }
    canvas {
      display: block;
      border-radius: 4px;
    }
    canvas:focus-visible {
      outline-offset: -2px;
    }
  `,
})
export class ChartCanvas {
  readonly model = input.required<ChartModel>();
  readonly label = input.required<string>();
  private readonly canvas = viewChild.required<ElementRef<HTMLCanvasElement>>('canvas');
  private readonly probe = viewChild.required<ElementRef<HTMLElement>>('probe');
  private readonly theme = inject(Theme);
  /** The system's own theme, where the reader chose none. */
  private readonly dark = signal(false);
  private drawing: Drawing | undefined;
  /** What stands at the point that was reached with the arrow keys. */
  protected readonly readout = signal('');

  constructor() {
    const destroyed = inject(DestroyRef);
    const view = inject(DOCUMENT).defaultView;
    const query = view?.matchMedia('(prefers-color-scheme: dark)');
    const follow = () => this.dark.set(query?.matches ?? false);
    follow();
    query?.addEventListener('change', follow);
    afterRenderEffect(() => this.draw());
    destroyed.onDestroy(() => {
      query?.removeEventListener('change', follow);
      this.drawing?.destroy();
    });
  }

  protected step(event: Event, by: number): void {
    event.preventDefault();
    this.readout.set(this.drawing?.step(by) ?? '');
  }

  /** Anew with every model and theme: a chart has few points, and this leaves nothing behind. */
  private draw(): void {
    this.theme.choice();
    this.dark();
    this.drawing?.destroy();
    const palette = paletteOf(this.probe().nativeElement);
    this.drawing = new Drawing(this.canvas().nativeElement, this.model(), palette);
  }
}
