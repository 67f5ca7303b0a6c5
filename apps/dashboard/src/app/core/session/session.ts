import { DOCUMENT, Injectable, computed, effect, inject, signal, untracked } from '@angular/core';
import { Router } from '@angular/router';
import { NOBODY_META, SCOPE_RANK, type MeView } from '@kenny/contract/web';
import { ApiClient } from '../http/api-client';
import { asApiError } from '../http/api-error';
import { SessionEnd } from '../http/session-end';

/** Who is logged in and what they may do. The server enforces it; pages only hide. */
@Injectable({ providedIn: 'root' })
export class Session {
  private readonly api = inject(ApiClient);
  private readonly router = inject(Router);
  private readonly page = inject(DOCUMENT);
  private readonly known = signal<MeView | null>(null);
  readonly me = this.known.asReadonly();
  readonly mayDecide = computed(() => this.known()?.decide ?? false);
  /** Why the login ended; null after a logout and before the first login. */
  readonly endedBy = computed(() => (this.wasEnded() ? this.end.reason() : null));
  private readonly end = inject(SessionEnd);
  private readonly wasEnded = signal(false);
  /** Where to go after the next login. */
  private cameFor = '/';

  constructor() {
    effect(() => {
      if (this.end.told() > 0) untracked(() => this.ended());
    });
  }

  reaches(scope: 'viewer' | 'operator' | 'admin'): boolean {
    const me = this.known();
    return me !== null && SCOPE_RANK[me.scope] >= SCOPE_RANK[scope];
  }

  /** Whether tools of this class may be used. */
  holds(toolClass: MeView['classes'][number]): boolean {
    return this.known()?.classes.includes(toolClass) ?? false;
  }

  /** Asks the server once per page load; false when nobody is logged in. */
  async recognise(): Promise<boolean> {
    if (this.known()) return true;
    if (this.pageIsForNobody()) return false;
    try {
      this.known.set(await this.api.me());
      return true;
    } catch (fault) {
      if (asApiError(fault).code !== 'unauthenticated') throw fault;
      // There was a session, or the page would have said that there is none.
      this.wasEnded.set(true);
      return false;
    }
  }

  /** After a broken connection: whether the session is still there. A 401 ends it by itself. */
  async check(): Promise<void> {
    try {
      this.known.set(await this.api.me());
    } catch (fault) {
      const { code } = asApiError(fault);
      // No connection is said by the banner, and a 401 has been told already.
      if (code !== 'unreachable' && code !== 'unauthenticated') throw fault;
    }
  }

  /** @param stays - on somebody's own device, for longer */
  async login(token: string, stays: boolean): Promise<void> {
    await this.enter(await this.api.login({ token, stays }));
  }

  /** With the secret of an invitation's link, which is used up. */
  async join(secret: string, stays: boolean): Promise<void> {
    await this.enter(await this.api.loginByLink({ secret, stays }));
  }

  private async enter(me: MeView): Promise<void> {
    this.known.set(me);
    this.wasEnded.set(false);
    this.end.begin();
    const target = this.cameFor;
    this.cameFor = '/';
    await this.router.navigateByUrl(target, { replaceUrl: true });
  }

  async logout(): Promise<void> {
    await this.api.logout();
    // Unsent drafts must not reach the next person.
    sessionStorage.clear();
    this.known.set(null);
    this.wasEnded.set(false);
    await this.router.navigateByUrl('/login');
  }

  /** Only a path of this site, never a foreign URL. */
  rememberTarget(url: string): void {
    if (url.startsWith('/') && !url.startsWith('//')) this.cameFor = url;
  }

  /** What the server knew when it wrote the page; it counts for the first question alone. */
  private pageIsForNobody(): boolean {
    const word = document.querySelector(`meta[name="${NOBODY_META}"]`);
    word?.remove();
    return word !== null;
  }

  private ended(): void {
    if (!this.known()) return;
    const { movedTo } = this.end;
    if (movedTo !== null) return this.page.location.assign(movedTo);
    this.rememberTarget(this.router.url);
    this.known.set(null);
    this.wasEnded.set(true);
    void this.router.navigateByUrl('/login');
  }
}
