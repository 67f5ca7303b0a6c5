import {
  AuthFrame,
  CancelFrame,
  ChallengeFrame,
  LogFrame,
  PingFrame,
  PolicyFrame,
  PongFrame,
  RegisterFrame,
  RequestFrame,
  ResponseAckFrame,
  ResponseFrame,
  ResponsePartFrame,
  TelemetryFrame,
} from './frames.js';

export * from './frames.js';

export type Direction = 'agent → server' | 'server → agent' | 'both';

/** Every frame of the tunnel with who sends it; a name stands nowhere else. */
export const FRAMES = {
  register: {
    shape: RegisterFrame,
    direction: 'agent → server',
    purpose: 'identifies the agent right after connect',
  },
  challenge: {
    shape: ChallengeFrame,
    direction: 'server → agent',
    purpose: "the server's signed nonce",
  },
  auth: { shape: AuthFrame, direction: 'agent → server', purpose: "the agent's signature" },
  request: { shape: RequestFrame, direction: 'server → agent', purpose: 'runs one tool' },
  response: {
    shape: ResponseFrame,
    direction: 'agent → server',
    purpose: 'result or error of a request',
  },
  response_part: {
    shape: ResponsePartFrame,
    direction: 'agent → server',
    purpose: 'a part of a large `response` (additive)',
  },
  telemetry: { shape: TelemetryFrame, direction: 'agent → server', purpose: 'a pushed snapshot' },
  log: { shape: LogFrame, direction: 'agent → server', purpose: 'a forwarded log event' },
  policy: {
    shape: PolicyFrame,
    direction: 'server → agent',
    purpose: "the operators' extra deny rules",
  },
  cancel: {
    shape: CancelFrame,
    direction: 'server → agent',
    purpose: 'ends a running request (additive)',
  },
  response_ack: {
    shape: ResponseAckFrame,
    direction: 'server → agent',
    purpose: 'says how much of an answer in parts has arrived (additive)',
  },
  ping: { shape: PingFrame, direction: 'both', purpose: 'heartbeat' },
  pong: { shape: PongFrame, direction: 'both', purpose: 'heartbeat reply' },
} as const satisfies Record<
  string,
  { shape: new () => object; direction: Direction; purpose: string }
>;

export type FrameType = keyof typeof FRAMES;
export type FrameOf<T extends FrameType> = InstanceType<(typeof FRAMES)[T]['shape']>;
export type Frame = { [T in FrameType]: FrameOf<T> }[FrameType];

type Sent<By extends Direction> = {
  [T in FrameType]: (typeof FRAMES)[T]['direction'] extends By ? T : never;
}[FrameType];
export type AgentFrameType = Sent<'agent → server' | 'both'>;
export type ServerFrameType = Sent<'server → agent' | 'both'>;
