import { Dialog, type DialogRef } from '@angular/cdk/dialog';
import { createGlobalPositionStrategy } from '@angular/cdk/overlay';
import type { Injector } from '@angular/core';
import { PaletteDialog, type PaletteChosen, type PaletteWish } from './palette-dialog';

export { registerCommands } from './palette-commands';

export function openPalette(injector: Injector, wish: PaletteWish): DialogRef<PaletteChosen> {
  return injector.get(Dialog).open<PaletteChosen, PaletteWish>(PaletteDialog, {
    data: wish,
    ariaLabel: wish.choice?.label ?? 'Find a PC, page or command',
    width: 'min(560px, calc(100vw - 24px))',
    positionStrategy: createGlobalPositionStrategy(injector).centerHorizontally().top('12vh'),
  });
}
