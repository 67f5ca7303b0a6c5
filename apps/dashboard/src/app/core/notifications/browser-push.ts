import { inject, Injectable, signal } from '@angular/core';
import { Router } from '@angular/router';
import {
  WORKER_FILE,
  WORKER_OPENS,
  WORKER_POLICY,
  type PushBrowserBody,
  type PushBrowserView,
} from '@kenny/contract/web';
import { isObject } from '@kenny/kernel';
import { ApiClient } from '../http/api-client';
import { Session } from '../session/session';
import { PUSH_KEPT } from './app-worker';

/** Why this browser cannot be notified. */
export type PushObstacle = 'insecure' | 'home_screen' | 'unsupported' | 'blocked';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

/** Notifications that come while no page is open. */
@Injectable({ providedIn: 'root' })
export class BrowserPush {
  private readonly api = inject(ApiClient);
  private readonly session = inject(Session);
  private readonly router = inject(Router);
  private readonly why = signal(obstacle());
  private policy: { createScriptURL(url: string): string } | undefined;
  private isListening = false;
  readonly obstacle = this.why.asReadonly();

  /** Somebody has changed what this browser allows. */
  lookAgain(): void {
    this.why.set(obstacle());
  }

  /** After a login: the worker is there, and the browser is notified again if this person's was. */
  async start(): Promise<void> {
    if (!('serviceWorker' in navigator)) return;
    this.listen();
    const registration = await this.register();
    const kept = keptHere();
    if (!kept || kept.who !== this.session.me()?.id) return forget(registration);
    if (obstacle() || Notification.permission !== 'granted') return;
    const { server_key, items } = await this.api.pushBrowsers();
    if (items.some(({ current }) => current)) return;
    await this.subscribe(registration, server_key, kept.names_pcs);
  }

  /**
   * By a click and by nothing else: the browser asks the person.
   * @returns undefined when they did not allow it
   */
  async turnOn(serverKey: string, names_pcs: boolean): Promise<PushBrowserView | undefined> {
    const permission = await Notification.requestPermission();
    this.lookAgain();
    if (permission !== 'granted') return undefined;
    this.listen();
    await this.register();
    const registration = await navigator.serviceWorker.ready;
    const view = await this.subscribe(registration, serverKey, names_pcs);
    const who = this.session.me()?.id;
    localStorage.setItem(PUSH_KEPT, JSON.stringify({ who, names_pcs }));
    return view;
  }

  async turnOff({ id, current }: PushBrowserView): Promise<void> {
    await this.api.removePushBrowser(id);
    if (current) await forget(await navigator.serviceWorker.getRegistration());
  }

  private async subscribe(
    { pushManager }: ServiceWorkerRegistration,
    serverKey: string,
    names_pcs: boolean,
  ): Promise<PushBrowserView> {
    const before = await pushManager.getSubscription();
    // After a restore without its key, the server has another one.
    const isOurs = before && sameKey(before, serverKey);
    if (before && !isOurs) await before.unsubscribe();
    const options = { userVisibleOnly: true, applicationServerKey: serverKey };
    const subscription = isOurs ? before : await pushManager.subscribe(options);
    return this.api.addPushBrowser(bodyOf(subscription, names_pcs));
  }

  private register(): Promise<ServiceWorkerRegistration> {
    const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
    // A policy of that name can be made once.
    this.policy ??= trustedTypes?.createPolicy(WORKER_POLICY, { createScriptURL: onlyOurs });
    const url = this.policy?.createScriptURL(WORKER_FILE) ?? WORKER_FILE;
    return navigator.serviceWorker.register(url);
  }

  /** A tap on a notification, while a page is open. */
  private listen(): void {
    if (this.isListening) return;
    this.isListening = true;
    navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const page = isObject(data) ? data[WORKER_OPENS] : undefined;
      if (typeof page === 'string' && /^\/(?!\/)/.test(page)) void this.router.navigateByUrl(page);
    });
    navigator.serviceWorker.startMessages();
  }
}

function onlyOurs(url: string): string {
  if (url === WORKER_FILE) return url;
  throw new TypeError('no other script is a worker');
}

function obstacle(): PushObstacle | null {
  if (!isSecureContext) return 'insecure';
  const isThere = 'serviceWorker' in navigator && 'PushManager' in window;
  if (!isThere || !('Notification' in window)) {
    // An iPhone gives this to what is on its home screen alone.
    return Reflect.get(navigator, 'standalone') === false ? 'home_screen' : 'unsupported';
  }
  return Notification.permission === 'denied' ? 'blocked' : null;
}

/** Its push service no longer knows this browser; that ends it at the server as well. */
async function forget(registration: ServiceWorkerRegistration | undefined): Promise<void> {
  localStorage.removeItem(PUSH_KEPT);
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

/** For whom this browser is notified. */
function keptHere(): { readonly who: unknown; readonly names_pcs: boolean } | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PUSH_KEPT) ?? 'null');
    if (!isObject(kept)) return undefined;
    return { who: kept['who'], names_pcs: kept['names_pcs'] === true };
  } catch {
    return undefined;
  }
}

function bodyOf(subscription: PushSubscription, names_pcs: boolean): PushBrowserBody {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '', names_pcs };
}

function sameKey({ options }: PushSubscription, serverKey: string): boolean {
  if (!options.applicationServerKey) return true;
  const bytes = String.fromCharCode(...new Uint8Array(options.applicationServerKey));
  return btoa(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '') === serverKey;
}
