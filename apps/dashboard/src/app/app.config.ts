import {
  inject,
  provideBrowserGlobalErrorListeners,
  provideEnvironmentInitializer,
  provideZonelessChangeDetection,
  type ApplicationConfig,
} from '@angular/core';
import { MAT_RIPPLE_GLOBAL_OPTIONS } from '@angular/material/core';
import {
  provideRouter,
  TitleStrategy,
  withComponentInputBinding,
  withDisabledInitialNavigation,
  withInMemoryScrolling,
  withPreloading,
} from '@angular/router';
import { routes } from './app.routes';
import { KeepPlace } from './core/navigation/keep-place';
import { PageTitle } from './core/navigation/page-title';
import { PreloadWhenIdle } from './core/navigation/preload-when-idle';

export const appConfig: ApplicationConfig = {
  providers: [
    provideBrowserGlobalErrorListeners(),
    provideZonelessChangeDetection(),
    provideRouter(
      routes,
      withComponentInputBinding(),
      // The first one is a step of its own in `main.ts`.
      withDisabledInitialNavigation(),
      withPreloading(PreloadWhenIdle),
      withInMemoryScrolling({ scrollPositionRestoration: 'enabled' }),
    ),
    provideEnvironmentInitializer(() => inject(KeepPlace)),
    { provide: TitleStrategy, useExisting: PageTitle },
    // How Material's parts behave everywhere; how they look is in `styles/_material.scss`, and in
    // `ui/field-look.ts`.
    { provide: MAT_RIPPLE_GLOBAL_OPTIONS, useValue: { disabled: true } },
  ],
};
