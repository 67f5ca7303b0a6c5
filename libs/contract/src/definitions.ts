/**
 * Entry of the generator: the written-once definitions and how schemas are derived from them.
 * It must not reach anything below `generated/`, which is made from it.
 */
export {
  CAPS,
  CLOSE_CODES,
  PROTOCOL_FEATURES,
  RATES,
  SERVER_FEATURES,
  TIMES,
} from './constants.js';
export { SCHEMA_HINTS } from './define/schema-hints.js';
export { FRAMES } from './frames/index.js';
export { ENV } from './env.js';
export { ERRORS } from './errors.js';
export * as httpShapes from './http/index.js';
export { deriveDefinitions, schemaOf } from './schema/derive.js';
export { RPC_METHODS } from './rpc/methods/index.js';
export { RPC_NOTIFICATIONS } from './rpc/notifications.js';
export { RPC_TURN_EVENTS } from './rpc/shapes/turn-events.js';
export { RPC_UNSENT, RPC_UNSUPPORTED } from './rpc/unsupported.js';
export { SECTIONS } from './sections/index.js';
export { AgentTypesFile } from './tasks/agent-types-file.js';
export * as taskShapes from './tasks/shapes/index.js';
export { agentUpdate, CONVERSATION_TOOLS, TOOLS } from './tools/index.js';
export { KENNY_VERSION, PROTOCOL_VERSION } from './version.js';
export { WsError, WsErrorPayload, WsNotification, WsRequest, WsResponse } from './ws/envelope.js';
export { WS_ACTIONS, WS_EVENTS } from './ws/actions.js';
export { WS_PATH } from './ws/vocabulary.js';
