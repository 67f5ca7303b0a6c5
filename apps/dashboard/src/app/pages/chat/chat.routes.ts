import type { Routes } from '@angular/router';

/** Beside the list: a new conversation, or the one in the address, with the sheet of what waits. */
export const conversations: Routes = [
  {
    path: '',
    pathMatch: 'full',
    loadComponent: async () => (await import('./new-conversation')).NewConversation,
  },
  {
    path: ':session',
    loadComponent: async () => (await import('./conversation-page')).ConversationPage,
    children: [
      {
        path: 'approval/:id',
        loadComponent: async () => (await import('../approvals/sheet-in-place')).SheetInPlace,
      },
    ],
  },
];
