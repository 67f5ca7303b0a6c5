import { RPC_LIMITS, type RpcServerMethod } from '@kenny/contract';
import { Injectable } from '@nestjs/common';

/** What a message may have at most, whoever sends it. */
export const WHOLE_BYTES = RPC_LIMITS.bodyBytes + RPC_LIMITS.envelopeBytes;
/** As our own clients begin them: what it asks for is known before all of it is parsed. */
const HEAD = /^\{"jsonrpc":"2\.0","id":(\d{1,15}|"[\w-]{1,64}"),"method":"([\w/]{1,80})",/;
const HEAD_BYTES = 256;
const WITH_PICTURES: RpcServerMethod = 'turns/start';

interface Room {
  used: number;
  readonly waiting: { readonly bytes: number; readonly go: () => void }[];
}

/** Room for messages of more than the usual length, by token: some megabytes each, in memory. */
@Injectable()
export class LargeMessages {
  private readonly rooms = new Map<string, Room>();

  /** `go` follows when there is room; the returned function takes the wish back. */
  reserve(token: string, bytes: number, go: () => void): () => void {
    const room = this.rooms.get(token) ?? { used: 0, waiting: [] };
    this.rooms.set(token, room);
    const wish = { bytes, go };
    room.waiting.push(wish);
    this.advance(token, room);
    return () => {
      const at = room.waiting.indexOf(wish);
      if (at >= 0) room.waiting.splice(at, 1);
      this.advance(token, room);
    };
  }

  release(token: string, bytes: number): void {
    const room = this.rooms.get(token);
    if (!room) return;
    room.used -= bytes;
    this.advance(token, room);
  }

  private advance(token: string, room: Room): void {
    for (;;) {
      const [next] = room.waiting;
      if (!next || room.used + next.bytes > RPC_LIMITS.largeBytesPerToken) break;
      room.waiting.shift();
      room.used += next.bytes;
      next.go();
    }
    if (room.used === 0 && room.waiting.length === 0) this.rooms.delete(token);
  }
}

/** The socket, as far as it is held up here. */
interface Line {
  pause(): void;
  resume(): void;
}

/** What one socket receives: what is longer than usual is read only once there is room for it. */
export class LargeIntake {
  private arriving = 0;
  private reserved = 0;
  private giveUp: (() => void) | undefined;
  private readonly atWork = new Map<string | number, number>();

  constructor(
    private readonly messages: LargeMessages,
    private readonly token: string,
    private readonly line: Line,
  ) {}

  /** It is not read: there is no room for what is on the way. */
  get holdsUp(): boolean {
    return this.giveUp !== undefined;
  }

  /** Bytes of a message that is not complete, before they are looked at. */
  bytes(count: number): void {
    this.arriving += count;
    if (this.arriving <= RPC_LIMITS.requestBytes || this.reserved > 0 || this.holdsUp) return;
    let there = false;
    const giveUp = this.messages.reserve(this.token, WHOLE_BYTES, () => {
      there = true;
      this.reserved = WHOLE_BYTES;
      this.giveUp = undefined;
      this.line.resume();
    });
    if (there) return;
    this.giveUp = giveUp;
    this.line.pause();
  }

  /** A whole message. @returns the id of one that must not be so long, null where it shows none */
  refused(message: Buffer): string | number | null | undefined {
    this.arriving = 0;
    const { length } = message;
    if (length <= RPC_LIMITS.requestBytes) {
      this.shrink(0);
      return undefined;
    }
    const [, raw, method] = HEAD.exec(message.toString('latin1', 0, HEAD_BYTES)) ?? [];
    const id = raw === undefined ? null : (JSON.parse(raw) as string | number);
    const fits = id !== null && method === WITH_PICTURES;
    this.shrink(fits ? length : 0);
    if (!fits) return id;
    this.atWork.set(id, (this.atWork.get(id) ?? 0) + this.reserved);
    this.reserved = 0;
    return undefined;
  }

  answered(id: unknown): void {
    const bytes = this.atWork.get(id as string | number);
    if (bytes === undefined) return;
    this.atWork.delete(id as string | number);
    this.messages.release(this.token, bytes);
  }

  /** The socket has closed. */
  end(): void {
    this.giveUp?.();
    this.giveUp = undefined;
    this.shrink(0);
    for (const id of [...this.atWork.keys()]) this.answered(id);
  }

  private shrink(bytes: number): void {
    if (this.reserved <= bytes) return;
    this.messages.release(this.token, this.reserved - bytes);
    this.reserved = bytes;
  }
}
