import { contentChildren, Directive, ElementRef, inject, linkedSignal } from '@angular/core';

const STEPS = { ArrowLeft: -1, ArrowRight: 1 } as const;

/** A button of a toolbar. */
@Directive({
  selector: '[kennyToolbarItem]',
  host: {
    '[tabindex]': 'toolbar.current() === this ? 0 : -1',
    '(focus)': 'toolbar.current.set(this)',
  },
})
export class ToolbarItem {
  protected readonly toolbar = inject(Toolbar);
  private readonly element = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;

  focus(): void {
    this.element.focus();
  }
}

/** A row of buttons that is one stop of the Tab key; the arrows, Home and End move within. */
@Directive({
  selector: '[kennyToolbar]',
  host: { role: 'toolbar', '(keydown)': 'move($event)' },
})
export class Toolbar {
  private readonly items = contentChildren(ToolbarItem);
  /** The stop; it stays with its button when others come and go. */
  readonly current = linkedSignal<readonly ToolbarItem[], ToolbarItem | undefined>({
    source: this.items,
    computation: (items, previous) => {
      const before = previous?.value;
      return before && items.includes(before) ? before : items[0];
    },
  });

  protected move(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const items = this.items();
    const at = items.findIndex((item) => item === this.current());
    const wanted = wantedAt(event.key, at, items.length);
    const item = wanted === null ? undefined : items[wanted];
    if (!item) return;
    event.preventDefault();
    item.focus();
  }
}

function wantedAt(key: string, at: number, count: number): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = key === 'ArrowLeft' || key === 'ArrowRight' ? STEPS[key] : null;
  return step === null ? null : (at + step + count) % count;
}
