import { MINUTE_MS } from '@kenny/kernel';
import { Injectable } from '@nestjs/common';
import { Writer } from '../database/index.js';
import type { ScheduledTask } from '../scheduling/index.js';
import { Channels } from './channels.js';
import { sendHttp } from './channels/http-send.js';

/**
 * Pings an address elsewhere, which complains when no ping comes: only another machine can tell that
 * this one is gone. A server that cannot write does not ping either.
 */
@Injectable()
export class Heartbeats implements ScheduledTask {
  readonly id = 'alerts.heartbeat';
  readonly everyMs = MINUTE_MS;
  private readonly pinged = new Map<string, number>();

  constructor(
    private readonly channels: Channels,
    private readonly writer: Writer,
  ) {}

  async run(now: number): Promise<void> {
    if (this.writer.trouble) return;
    const due = this.channels.ofKind('heartbeat').filter(({ channel: { id }, settings }) => {
      const last = this.pinged.get(id);
      return (
        last === undefined || now - last >= (settings.every_min ?? 1) * MINUTE_MS || now < last
      );
    });
    await Promise.all(
      due.map(async ({ channel: { id, secret, allowed_addresses: allowed } }) => {
        this.pinged.set(id, now);
        const ping = { url: secret ?? '', method: 'GET', headers: {}, body: '' } as const;
        this.channels.note(id, await sendHttp(ping, { allowed }));
      }),
    );
  }
}
