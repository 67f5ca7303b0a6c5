export { RawWsAdapter } from './raw-ws-adapter.js';
export { WsModule } from './ws.module.js';
