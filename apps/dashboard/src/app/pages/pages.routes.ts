import type { Routes } from '@angular/router';

/** The pages of the rail. A new one gets a folder, a row here, and a noun in `shell/nouns.ts`. */
export const pages: Routes = [
  { path: '', pathMatch: 'full', redirectTo: 'today' },
  {
    path: 'today',
    title: 'Today',
    loadComponent: async () => (await import('./today/today')).Today,
  },
  {
    path: 'fleet',
    title: 'Fleet',
    loadComponent: async () => (await import('./fleet/fleet')).Fleet,
  },
  {
    path: 'fleet/:id',
    title: 'PC',
    loadComponent: async () => (await import('./pc/pc')).Pc,
  },
  {
    path: 'approvals',
    title: 'Approvals',
    loadComponent: async () => (await import('./approvals/approvals')).Approvals,
  },
  {
    path: 'approvals/:id',
    title: 'Approval',
    loadComponent: async () => (await import('./approvals/approvals')).Approvals,
  },
  {
    path: 'chat',
    title: 'Chat',
    loadComponent: async () => (await import('./chat/chat')).Chat,
    loadChildren: async () => (await import('./chat/chat.routes')).conversations,
  },
  {
    path: 'tasks',
    title: 'Tasks',
    loadComponent: async () => (await import('./tasks/tasks')).Tasks,
  },
  {
    path: 'record',
    title: 'Record',
    loadComponent: async () => (await import('./record/record')).Record,
  },
  {
    path: 'policy',
    title: 'Policy',
    loadComponent: async () => (await import('./policy/policy')).Policy,
  },
  {
    path: 'settings',
    title: 'Settings',
    loadComponent: async () => (await import('./settings/settings')).Settings,
  },
  {
    path: 'settings/add',
    title: 'Add a PC',
    loadComponent: async () => (await import('./settings/add-pc')).AddPc,
  },
];
