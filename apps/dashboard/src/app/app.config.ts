import {
  inject,
  Injectable,
  provideBrowserGlobalErrorListeners,
  provideEnvironmentInitializer,
  provideZonelessChangeDetection,
  type ApplicationConfig,
} from '@angular/core';
import { Title } from '@angular/platform-browser';
import { MAT_RIPPLE_GLOBAL_OPTIONS } from '@angular/material/core';
import {
  provideRouter,
  TitleStrategy,
  type RouterStateSnapshot,
  withComponentInputBinding,
  withDisabledInitialNavigation,
  withInMemoryScrolling,
  withPreloading,
} from '@angular/router';
import { routes } from './app.routes';
import { KeepPlace } from './core/navigation/keep-place';
import { PreloadWhenIdle } from './core/navigation/preload-when-idle';

/** `Fleet · kenny`: a browser's tabs and history are read by their first word. */
@Injectable()
class PageTitle extends TitleStrategy {
  private readonly title = inject(Title);

  override updateTitle(state: RouterStateSnapshot): void {
    const page = this.buildTitle(state);
    this.title.setTitle(page ? `${page} · kenny` : 'kenny');
  }
}

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
    { provide: TitleStrategy, useClass: PageTitle },
    // How Material's parts behave everywhere; how they look is in `styles/_material.scss`, and in
    // `ui/field-look.ts`.
    { provide: MAT_RIPPLE_GLOBAL_OPTIONS, useValue: { disabled: true } },
  ],
};
