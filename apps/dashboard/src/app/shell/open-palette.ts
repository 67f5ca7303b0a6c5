import { Dialog, type DialogRef } from '@angular/cdk/dialog';
import { createGlobalPositionStrategy } from '@angular/cdk/overlay';
import type { Injector } from '@angular/core';
import type { Command } from '../core/commands/command-registry';
import { PaletteDialog } from './palette-dialog';

/** @param typed what somebody wrote before it was there */
export function openPalette(injector: Injector, typed: string): DialogRef<Command> {
  return injector.get(Dialog).open<Command, string>(PaletteDialog, {
    data: typed,
    ariaLabel: 'Find a PC, page or command',
    width: 'min(560px, calc(100vw - 24px))',
    positionStrategy: createGlobalPositionStrategy(injector).centerHorizontally().top('12vh'),
  });
}
