const FIRST_BYTES = 4096;

/**
 * Bytes of one message that came in pieces. The room doubles, so every byte is copied a few times at
 * most, and single bytes cost no more than large pieces.
 */
export class GatheredBytes {
  private room = Buffer.alloc(0);
  length = 0;

  append(piece: Uint8Array): void {
    const needed = this.length + piece.length;
    if (needed > this.room.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.room.length, FIRST_BYTES));
      this.room.copy(larger, 0, 0, this.length);
      this.room = larger;
    }
    this.room.set(piece, this.length);
    this.length = needed;
  }

  /** All of it; what is appended afterwards is the next message. */
  take(): Uint8Array {
    const bytes = this.room.subarray(0, this.length);
    // Reused when small: most messages are, and a large one must not stay in memory.
    if (this.room.length > FIRST_BYTES) this.room = Buffer.alloc(0);
    this.length = 0;
    return bytes;
  }
}
