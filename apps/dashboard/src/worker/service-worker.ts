import { HASHED_FILE, WORKER_OPENS, type PushNote } from '@kenny/contract/web';
import { noteOf, noteWords } from './note-words';

/**
 * Shows what comes through a push service, and a page of its own when the server cannot be reached.
 * Every page and every answer of the API comes from the server: nothing here can be out of date.
 */
declare const self: ServiceWorkerGlobalScope;
/** Other with each build (`tools/worker.mjs`). */
declare const KENNY_BUILD: string;

const CACHE = `kenny-${KENNY_BUILD}`;
const OFFLINE = '/offline.html';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([OFFLINE, '/offline.css'])));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
      // The page is asked for at once, not only when the worker is awake.
      await self.registration.navigationPreload.enable();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const { request, preloadResponse } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    event.respondWith(pageFrom(request, preloadResponse as Promise<Response | undefined>));
  } else if (HASHED_FILE.test(pathname) || pathname === '/offline.css') {
    event.respondWith(fileFrom(request));
  }
});

async function pageFrom(
  request: Request,
  preloaded: Promise<Response | undefined>,
): Promise<Response> {
  try {
    return (await preloaded) ?? (await fetch(request));
  } catch (error) {
    const offline = await caches.match(OFFLINE);
    if (offline) return offline;
    throw error;
  }
}

/** A name with a hash always means these bytes. */
async function fileFrom(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

self.addEventListener('push', (event) => {
  event.waitUntil(show(noteOf(event.data?.text() ?? '')));
});

async function show(note: PushNote): Promise<void> {
  const { title, body, page, tag, silent } = noteWords(note);
  await setBadge(note.count);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const looking = windows.some(({ focused, visibilityState }) => {
    return focused && visibilityState === 'visible';
  });
  const before = await self.registration.getNotifications({ tag });
  if (looking && note.kind !== 'test') {
    // It is on the page; what is over must not stay beside it.
    if (silent) for (const one of before) one.close();
    return;
  }
  const look = { body, tag, silent, icon: '/icon-192.png', data: page };
  await self.registration.showNotification(title, look);
  if (!silent || before.length > 0) return;
  // Browsers want to see one for each message, people not for what they have put away.
  for (const one of await self.registration.getNotifications({ tag })) one.close();
}

async function setBadge(count: number): Promise<void> {
  // Not every browser has badges, and none has to allow them.
  await self.navigator.setAppBadge?.(count).catch(() => undefined);
}

/** A tap opens the page. Nothing is decided here. */
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data)));
});

async function open(page: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find(({ focused }) => focused) ?? windows[0];
  if (!there) {
    await self.clients.openWindow(page);
    return;
  }
  there.postMessage({ [WORKER_OPENS]: page });
  await there.focus().catch(() => undefined);
}
