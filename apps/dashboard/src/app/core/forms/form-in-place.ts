import {
  afterRenderEffect,
  inject,
  Injector,
  signal,
  type AfterRenderRef,
  type ElementRef,
  type Signal,
} from '@angular/core';

type Target = Signal<ElementRef<HTMLElement> | undefined>;

/** A form that stands where the button stood that opened it; the focus goes along. */
export class FormInPlace {
  private readonly injector = inject(Injector);
  private readonly isOpen = signal(false);
  private waiting: AfterRenderRef | undefined;
  readonly editing = this.isOpen.asReadonly();

  constructor(
    private readonly first: Target,
    private readonly opener: Target,
  ) {}

  open(): void {
    this.isOpen.set(true);
    this.focusSoon(this.first);
  }

  close(): void {
    this.isOpen.set(false);
    this.focusSoon(this.opener);
  }

  private focusSoon(target: Target): void {
    this.waiting?.destroy();
    // Its fields may still be on their way.
    this.waiting = afterRenderEffect(
      () => {
        const found = target()?.nativeElement;
        if (!found) return;
        this.waiting?.destroy();
        found.focus();
      },
      { injector: this.injector },
    );
  }
}
