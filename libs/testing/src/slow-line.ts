import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Bytes pass in portions of this length of time. */
const TICK_MS = 50;

/** A line between two programs that carries so many bits a second in each direction. */
export class SlowLine {
  /** Bytes that have passed towards the server. */
  up = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly bytesPerTick: number,
  ) {}

  static async to(port: number, bitsPerSecond: number): Promise<SlowLine> {
    const server = createServer();
    const line = new SlowLine(server, Math.round((bitsPerSecond / 8) * (TICK_MS / 1000)));
    server.on('connection', (near) => {
      const far = connect(port, '127.0.0.1');
      line.carry(near, far, (bytes) => (line.up += bytes));
      line.carry(far, near, () => undefined);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return line;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Ends every connection, as a router does that starts anew. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  close(): void {
    this.cut();
    this.server.close();
  }

  private carry(from: Socket, to: Socket, passed: (bytes: number) => void): void {
    this.sockets.add(from);
    from.setNoDelay(true);
    from.pause();
    const timer = setInterval(() => {
      const waiting = from.readableLength;
      const data = from.read(Math.min(this.bytesPerTick, waiting) || undefined) as Buffer | null;
      if (data === null) return;
      passed(data.length);
      to.write(data);
    }, TICK_MS);
    // Without a listener nothing is read ahead.
    from.on('readable', () => undefined);
    from.on('error', () => undefined);
    from.on('close', () => {
      clearInterval(timer);
      this.sockets.delete(from);
      to.destroy();
    });
  }
}
