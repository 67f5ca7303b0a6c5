import {
  afterRenderEffect,
  Component,
  DestroyRef,
  DOCUMENT,
  inject,
  input,
  output,
  signal,
  untracked,
  viewChild,
  type ElementRef,
} from '@angular/core';
import { Theme } from '../../core/theme/theme';
import type { ChartModel } from './chart-model';
import { isDrag, spanBetween, type ChartSpan } from './chart-span';
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
      [class.selectable]="selectable()"
      (keydown.arrowLeft)="step($event, -1)"
      (keydown.arrowRight)="step($event, 1)"
      (keydown.shift.arrowLeft)="extend($event, -1)"
      (keydown.shift.arrowRight)="extend($event, 1)"
      (keyup.shift)="finish()"
      (pointerdown)="begin($event)"
      (pointermove)="move($event)"
      (pointerup)="end($event)"
      (pointercancel)="cancel()"
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
    /* Sideways is ours, up and down scrolls the page. */
    canvas.selectable {
      touch-action: pan-y;
      cursor: crosshair;
    }
    canvas:focus-visible {
      outline-offset: -2px;
    }
  `,
})
export class ChartCanvas {
  readonly model = input.required<ChartModel>();
  readonly label = input.required<string>();
  /** Whether a part of its time can be chosen. */
  readonly selectable = input(false);
  readonly span = input<ChartSpan | null>(null);
  readonly spanChange = output<ChartSpan>();
  private readonly canvas = viewChild.required<ElementRef<HTMLCanvasElement>>('canvas');
  private readonly probe = viewChild.required<ElementRef<HTMLElement>>('probe');
  private readonly theme = inject(Theme);
  /** The system's own theme, where the reader chose none. */
  private readonly dark = signal(false);
  private drawing: Drawing | undefined;
  /** What stands at the point that was reached with the arrow keys. */
  protected readonly readout = signal('');
  /** Where a drag began: in pixels, and which moment that is. */
  private drag: { readonly px: number; readonly at: number } | undefined;
  /** Where a choice by keys began, and what it is so far. */
  private anchor: number | undefined;
  private byKeys: ChartSpan | undefined;

  constructor() {
    const destroyed = inject(DestroyRef);
    const view = inject(DOCUMENT).defaultView;
    const query = view?.matchMedia('(prefers-color-scheme: dark)');
    const follow = () => this.dark.set(query?.matches ?? false);
    follow();
    query?.addEventListener('change', follow);
    afterRenderEffect(() => this.draw());
    afterRenderEffect(() => this.drawing?.show(this.span()));
    destroyed.onDestroy(() => {
      query?.removeEventListener('change', follow);
      this.drawing?.destroy();
    });
  }

  protected step(event: Event, by: number): void {
    event.preventDefault();
    this.readout.set(this.drawing?.step(by) ?? '');
  }

  /** From where one stands, with the arrow keys; it counts once Shift is let go. */
  protected extend(event: Event, by: number): void {
    if (!this.selectable()) return;
    this.anchor ??= this.drawing?.at;
    this.step(event, by);
    const at = this.drawing?.at;
    if (at === undefined) return;
    this.anchor ??= at;
    this.byKeys = spanBetween(this.anchor, at, this.model());
    this.drawing?.show(this.byKeys);
  }

  protected finish(): void {
    if (this.byKeys) this.spanChange.emit(this.byKeys);
    this.anchor = this.byKeys = undefined;
  }

  protected begin(event: PointerEvent): void {
    if (!this.selectable() || event.button !== 0 || !this.drawing) return;
    this.drag = { px: event.offsetX, at: this.drawing.timeAt(event.offsetX) };
    this.canvas().nativeElement.setPointerCapture?.(event.pointerId);
  }

  protected move({ offsetX }: PointerEvent): void {
    if (this.drag && isDrag(this.drag.px, offsetX)) this.drawing?.show(this.dragged(offsetX));
  }

  protected end({ offsetX }: PointerEvent): void {
    const span = this.drag && isDrag(this.drag.px, offsetX) ? this.dragged(offsetX) : null;
    this.drag = undefined;
    if (span) this.spanChange.emit(span);
  }

  /** The browser scrolls instead. */
  protected cancel(): void {
    this.drag = undefined;
    this.drawing?.show(this.span());
  }

  private dragged(px: number): ChartSpan | null {
    if (!this.drag || !this.drawing) return null;
    return spanBetween(this.drag.at, this.drawing.timeAt(px), this.model());
  }

  /** Anew with every model and theme: a chart has few points, and this leaves nothing behind. */
  private draw(): void {
    this.theme.choice();
    this.dark();
    this.drawing?.destroy();
    const palette = paletteOf(this.probe().nativeElement);
    this.drawing = new Drawing(this.canvas().nativeElement, this.model(), palette);
    this.drawing.show(untracked(this.span));
  }
}
