import { Injectable } from '@nestjs/common';

/** The wish of the server itself to end and be started again. */
@Injectable()
export class Restart {
  private readonly wish = new AbortController();
  readonly wished: AbortSignal = this.wish.signal;

  ask(): void {
    this.wish.abort();
  }
}
