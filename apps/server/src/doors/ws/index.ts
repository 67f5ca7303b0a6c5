export { WsModule } from './ws.module.js';
