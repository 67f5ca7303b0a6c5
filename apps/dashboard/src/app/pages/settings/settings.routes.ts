import { inject } from '@angular/core';
import type { Routes } from '@angular/router';
import { inTurn } from '../../core/scheduling/scheduler';
import { Session } from '../../core/session/session';
import { settingsFor } from '../navigation';

/** Beside their list; the address alone leads to the first that the scope reaches. */
export const settings: Routes = [
  {
    path: '',
    pathMatch: 'full',
    redirectTo: () => settingsFor(inject(Session))[0]?.path ?? '/settings/me',
  },
  {
    path: 'pcs',
    title: 'PCs · Settings',
    loadComponent: async () => inTurn((await import('./pcs')).Pcs),
  },
  {
    path: 'people',
    title: 'People and access · Settings',
    loadComponent: async () => inTurn((await import('./people')).People),
  },
  {
    path: 'connections',
    title: 'Connections · Settings',
    loadComponent: async () => inTurn((await import('./connections')).Connections),
  },
  {
    path: 'releases',
    title: 'kenny updates · Settings',
    loadComponent: async () => inTurn((await import('./releases')).Releases),
  },
  {
    path: 'alerts',
    title: 'Alerts · Settings',
    loadComponent: async () => inTurn((await import('./alerts/alerts')).Alerts),
  },
  {
    path: 'server',
    title: 'Server · Settings',
    loadComponent: async () => inTurn((await import('./server')).Server),
  },
  {
    path: 'devices',
    title: 'Phone and other devices · Settings',
    loadComponent: async () => inTurn((await import('./devices')).Devices),
  },
  {
    path: 'backups',
    title: 'Backups · Settings',
    loadComponent: async () => inTurn((await import('./backups')).Backups),
  },
  {
    path: 'me',
    title: 'Me · Settings',
    loadComponent: async () => inTurn((await import('./me')).Me),
  },
];
