import { AGENTCTL_LIMITS, AGENTCTL_NOTICES } from '@kenny/contract/agentctl';
import { classify, isMeantAsMessage, newline, parseBody, type Incoming } from '@kenny/jsonrpc';
import { isObject } from '@kenny/kernel';

/** What one line of an agent's stdout is. Its bytes are the line's own, whatever it is. */
export type AgentLine =
  | { kind: 'message'; bytes: Buffer; message: Incoming }
  /** The format before ACP: an object with a `type` and without `jsonrpc`. */
  | { kind: 'legacy'; bytes: Buffer }
  | { kind: 'text'; bytes: Buffer }
  | { kind: 'too_large' };

const { messageBytes, messageDepth } = AGENTCTL_LIMITS;

/** Lines of one process. */
export class AgentLines {
  private readonly reader = newline.reader({ maxBodyBytes: messageBytes });

  constructor(private readonly onLine: (line: AgentLine) => void) {}

  push(chunk: Buffer): void {
    this.reader.push(chunk);
    for (let frame = this.reader.next(); frame; frame = this.reader.next()) {
      if (frame.kind === 'body') this.onLine(judged(Buffer.from(frame.bytes)));
      else this.onLine({ kind: 'too_large' });
    }
  }

  /** A last line without its end: whole if the process only forgot it, and text if it died in it. */
  end(): void {
    this.push(Buffer.from('\n'));
  }
}

function judged(bytes: Buffer): AgentLine {
  const value = valueOf(bytes);
  if (isMeantAsMessage(value)) return { kind: 'message', bytes, message: classify(value) };
  if (isObject(value) && typeof value['type'] === 'string' && !isNotice(value['type'])) {
    return { kind: 'legacy', bytes };
  }
  return { kind: 'text', bytes };
}

const isNotice = (type: string): boolean => AGENTCTL_NOTICES.includes(type);

function valueOf(bytes: Buffer): unknown {
  try {
    return parseBody(bytes, messageDepth);
  } catch {
    return undefined; // no JSON: programs also print other things
  }
}
