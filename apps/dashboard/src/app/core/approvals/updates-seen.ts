import { Injectable } from '@angular/core';

/** What a PC has reported of its apps, and when. */
export interface SeenUpdates {
  readonly at: string | null;
  readonly packages: unknown;
}

/** How many requests it is kept of. */
const KEPT = 50;

/** Which updates there were while a request for all of them waited: once it has run, the PC has none left. */
@Injectable({ providedIn: 'root' })
export class UpdatesSeen {
  private readonly byRequest = new Map<string, SeenUpdates>();

  note(approvalId: string, seen: SeenUpdates): void {
    this.byRequest.set(approvalId, seen);
    const [oldest] = this.byRequest.keys();
    if (this.byRequest.size > KEPT && oldest !== undefined) this.byRequest.delete(oldest);
  }

  of(approvalId: string): SeenUpdates | undefined {
    return this.byRequest.get(approvalId);
  }
}
