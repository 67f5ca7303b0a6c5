import { WsAdapter } from '@nestjs/platform-ws';

/**
 * Our gateways listen on the raw socket and have no message handlers. Nest would all the same parse
 * every message once more, for the handlers that are not there.
 */
export class RawWsAdapter extends WsAdapter {
  override bindMessageHandlers(): void {
    // There is nothing to bind.
  }
}
