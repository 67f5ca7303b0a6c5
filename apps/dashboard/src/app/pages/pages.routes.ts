import type { Routes } from '@angular/router';
import { inTurn } from '../core/scheduling/scheduler';
import { ALL_GUIDES } from './guide/guide-file';
import { outOfReach } from './navigation';

/** The pages of the rail. A new one gets a folder, a row here and one in `navigation.ts`. */
export const pages: Routes = [
  { path: '', pathMatch: 'full', redirectTo: 'today' },
  {
    path: '**',
    canMatch: [outOfReach],
    title: 'No access',
    loadComponent: async () => inTurn((await import('./no-access/no-access')).NoAccess),
  },
  {
    path: 'today',
    title: 'Today',
    loadComponent: async () => inTurn((await import('./today/today')).Today),
  },
  {
    path: 'fleet',
    title: 'Fleet',
    loadComponent: async () => inTurn((await import('./fleet/fleet')).Fleet),
  },
  {
    path: 'fleet/:id',
    title: 'PC',
    loadComponent: async () => inTurn((await import('./pc/pc')).Pc),
  },
  {
    path: 'run',
    title: 'Run on several PCs',
    loadComponent: async () => inTurn((await import('./run/run')).Run),
    children: [
      {
        path: 'approval/:id',
        loadComponent: async () => (await import('./approvals/sheet-in-place')).SheetInPlace,
      },
    ],
  },
  {
    path: 'approvals',
    title: 'Approvals',
    loadComponent: async () => inTurn((await import('./approvals/approvals')).Approvals),
  },
  {
    path: 'approvals/:id',
    title: 'Approval',
    loadComponent: async () => inTurn((await import('./approvals/approvals')).Approvals),
  },
  {
    path: 'chat',
    title: 'Chat',
    loadComponent: async () => inTurn((await import('./chat/chat')).Chat),
    loadChildren: async () => (await import('./chat/chat.routes')).conversations,
  },
  {
    path: 'tasks',
    title: 'Tasks',
    loadComponent: async () => inTurn((await import('./tasks/tasks')).Tasks),
  },
  {
    path: 'tasks/new',
    title: 'New task',
    loadComponent: async () => inTurn((await import('./tasks/new-task')).NewTask),
  },
  {
    path: 'tasks/:id',
    title: 'Task',
    loadComponent: async () => inTurn((await import('./tasks/task-page')).TaskPage),
    children: [
      {
        path: 'approval/:id',
        loadComponent: async () => (await import('./approvals/sheet-in-place')).SheetInPlace,
      },
    ],
  },
  {
    path: 'audit',
    title: 'Audit log',
    loadComponent: async () => inTurn((await import('./audit/audit')).Audit),
  },
  {
    path: 'policy',
    title: 'Policy',
    loadComponent: async () => inTurn((await import('./policy/policy')).Policy),
  },
  {
    path: 'settings/add',
    title: 'Add a PC',
    loadComponent: async () => inTurn((await import('./settings/add-pc')).AddPc),
  },
  {
    path: 'settings',
    title: 'Settings',
    loadComponent: async () => inTurn((await import('./settings/settings')).Settings),
    loadChildren: async () => (await import('./settings/settings.routes')).settings,
  },
  // As the menu calls it.
  { path: 'help', redirectTo: 'guides' },
  {
    path: 'guides',
    title: 'Help',
    // The list of them is a guide too.
    data: { name: ALL_GUIDES },
    loadComponent: async () => inTurn((await import('./guide/guide')).Guide),
  },
  {
    path: 'guides/:name',
    title: 'Guide',
    loadComponent: async () => inTurn((await import('./guide/guide')).Guide),
  },
  {
    path: '**',
    title: 'Not found',
    loadComponent: async () => inTurn((await import('./not-found/not-found')).NotFound),
  },
];
