import { Dialog, type DialogRef } from '@angular/cdk/dialog';
import { createGlobalPositionStrategy } from '@angular/cdk/overlay';
import type { Injector } from '@angular/core';
import type { Command } from '../core/commands/command-registry';
import { PaletteDialog, type TakeTyped } from './palette-dialog';

/** @param takeTyped what somebody wrote before its field had the focus; asked once it has */
export function openPalette(injector: Injector, takeTyped: TakeTyped): DialogRef<Command> {
  return injector.get(Dialog).open<Command, TakeTyped>(PaletteDialog, {
    data: takeTyped,
    ariaLabel: 'Find a PC, page or command',
    width: 'min(560px, calc(100vw - 24px))',
    positionStrategy: createGlobalPositionStrategy(injector).centerHorizontally().top('12vh'),
  });
}
