import { AGENTCTL_LIMITS, type AgentctlNotice } from '@kenny/contract/agentctl';
import { newline, type Incoming, type Message } from '@kenny/jsonrpc';
import type { Clock } from '@kenny/kernel';
import { Refusal } from '../errors/refusal.js';
import type { Log } from '../logging/log.js';
import type { SupervisorEvents } from '../process/supervisor.js';
import { Broadcast } from '../streams/broadcast.js';
import { frameOf } from '../streams/frame.js';
import { LineCutter } from '../streams/line-cutter.js';
import type { Sink } from '../streams/listener.js';
import { OutputLines } from '../streams/output-lines.js';
import { AgentLines, type AgentLine } from './agent-lines.js';
import { AgentRequests } from './agent-requests.js';
import { Calls } from './calls.js';

export interface RelayParts {
  clock: Clock;
  log: Log;
  outputLines: number;
  /** @throws Refusal when the agent does not listen */
  write(this: void, bytes: Buffer): void;
}

const { outputLineBytes, messageBytes } = AGENTCTL_LIMITS;

/** Everything between the pipes of the agent and those who talk to it. */
export class Relay {
  readonly messages = new Broadcast({ keeps: true });
  readonly output: OutputLines;
  readonly calls: Calls;
  readonly requests: AgentRequests;
  private stdout = this.stdoutReader();
  private stderr = this.stderrReader();

  constructor(private readonly parts: RelayParts) {
    this.output = new OutputLines(parts.outputLines, parts.clock);
    this.calls = new Calls(parts.clock);
    this.requests = new AgentRequests({
      clock: parts.clock,
      write: (message) => this.write(message),
      tryToWrite: (message) => this.tryToWrite(message),
    });
  }

  /** To be told of the agent's process. */
  readonly events: SupervisorEvents = {
    onStdout: (chunk) => this.stdout.push(chunk),
    onStderr: (chunk) => this.stderr.push(chunk),
    onStart: () => {
      this.messages.forget();
      this.stdout = this.stdoutReader();
      this.stderr = this.stderrReader();
    },
    onStopping: () => this.requests.cancelAll(),
    onExit: ({ code, error }) => {
      this.stdout.end();
      this.stderr.end();
      this.requests.ended();
      this.calls.failAll();
      const notice: AgentctlNotice = {
        type: 'exit',
        exit_code: code,
        ...(error === undefined ? {} : { exit_error: error }),
      };
      this.messages.push(frameOf(notice));
    },
  };

  /** @returns to be called when this listener has gone */
  listen(sink: Sink): () => void {
    const leave = this.messages.listen(sink);
    return () => {
      leave();
      if (!this.messages.listened) this.requests.abandon();
    };
  }

  /** @throws Refusal when the agent does not listen */
  write(message: Message | Record<string, unknown>): void {
    this.parts.write(newline.encode(JSON.stringify(message)));
  }

  private tryToWrite(message: Message): void {
    try {
      this.write(message);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.parts.log.debug('an answer did not reach the agent', { why: error.message });
    }
  }

  private stdoutReader(): AgentLines {
    return new AgentLines((line) => this.onLine(line));
  }

  private stderrReader(): LineCutter {
    return new LineCutter(outputLineBytes, (line) => this.output.add('stderr', line));
  }

  private onLine(line: AgentLine): void {
    switch (line.kind) {
      case 'message':
        return this.onMessage(line.message, line.bytes);
      case 'legacy':
        return this.messages.push(line.bytes);
      case 'text':
        return this.onText(line.bytes);
      case 'too_large':
        this.remark(`a message of more than ${messageBytes} bytes was dropped`);
        return this.messages.skip();
    }
  }

  private onMessage(message: Incoming, bytes: Buffer): void {
    if (message.kind === 'request') {
      const { id, method, params } = message;
      if (!this.requests.asked(id, method, params, this.messages.listened)) {
        return this.remark(`a request was answered with an error: ${method.slice(0, 200)}`);
      }
    }
    this.messages.push(bytes);
    if (message.kind === 'result') this.calls.answered(message.id, bytes);
    if (message.kind === 'failure') {
      const { id, error } = message;
      this.calls.answered(id, frameOf({ jsonrpc: '2.0', id, error: error.toObject() }));
    }
  }

  private onText(bytes: Buffer): void {
    const lines = new LineCutter(outputLineBytes, (line) => this.output.add('stdout', line));
    lines.push(bytes);
    lines.end();
  }

  private remark(text: string): void {
    this.output.add('agentctl', { text, cut: false });
  }
}
