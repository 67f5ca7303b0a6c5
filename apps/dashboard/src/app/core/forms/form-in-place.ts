import {
  afterNextRender,
  inject,
  Injector,
  signal,
  type ElementRef,
  type Signal,
} from '@angular/core';

type Target = Signal<ElementRef<HTMLElement> | undefined>;

/** A form that stands where the button stood that opened it; the focus goes along. */
export class FormInPlace {
  private readonly injector = inject(Injector);
  private readonly isOpen = signal(false);
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
    afterNextRender(() => target()?.nativeElement.focus(), { injector: this.injector });
  }
}
