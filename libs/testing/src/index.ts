export { buildAgentctl } from './built-agentctl.js';
export { installPackages } from './debian-packages.js';
export { FakeAgent, ConnectionClosed } from './fake-agent/fake-agent.js';
export type { ServerFrame } from './fake-agent/frame-log.js';
export { misbehaviour } from './fake-agent/misbehaviour.js';
export * from './fake-agent/options.js';
export * from './fake-clock.js';
export * from './fake-tailscale.js';
export * from './fixtures.js';
export * from './rpc-editor.js';
export { SlowLine } from './slow-line.js';
export * from './small-disk.js';
export * from './strict-fake.js';
export { unzip, type Unzipped } from './unzip.js';
export * from './world/approval.js';
export * from './world/frames.js';
export * from './world/healthy-pc.js';
export * from './world/parts.js';
export * from './world/telemetry.js';
export { MessagesApi } from './messages-api/messages-api.js';
export { requestFault } from './messages-api/request-rules.js';
export { ServedAnswers } from './messages-api/served-answers.js';
export {
  eventsOf,
  type Asked,
  type AskedCall,
  type FailedAnswer,
  type ModelAnswer,
  type ModelRequest,
  type RawEvents,
  type SaidAnswer,
} from './messages-api/model-answers.js';
export { PushService, type PushedMessage, type PushSubscriptionKeys } from './push-service.js';
