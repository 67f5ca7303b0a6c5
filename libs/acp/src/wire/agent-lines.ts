import { newline, type Framing } from '@kenny/jsonrpc';
import { isObject } from '@kenny/kernel';

/**
 * Lines of legacy agents are no JSON-RPC. They travel through the peer as notifications of this
 * name, both ways, so that they keep their order and its limits. An agent that sends one by this
 * name has said a legacy line, no more.
 */
export const LEGACY_LINE = '$/legacy_line';

const BEFORE = Buffer.from(`{"jsonrpc":"2.0","method":"${LEGACY_LINE}","params":`);
const AFTER = Buffer.from('}');
const OPENING_BRACE = 0x7b;
/** How nearly every message of JSON-RPC begins: these are not looked at twice. */
const USUAL = Buffer.from('{"jsonrpc":');

export interface AgentLinesEvents {
  /** Something came, whatever it was. */
  heard(): void;
  /** A line was discarded because it is too long. */
  tooLong(): void;
}

/** One message a line; lines with a `type` that is known, and without JSON-RPC, are legacy ones. */
export function agentLines(types: ReadonlySet<string>, events: AgentLinesEvents): Framing {
  return {
    toleratesJunk: true,
    encode(json) {
      if (!json.startsWith(BEFORE.toString())) return newline.encode(json);
      return newline.encode(json.slice(BEFORE.length, -AFTER.length));
    },
    reader(limits) {
      const lines = newline.reader(limits);
      return {
        push: (chunk) => {
          events.heard();
          lines.push(chunk);
        },
        next: () => {
          const frame = lines.next();
          if (frame?.kind === 'too_large') events.tooLong();
          if (frame?.kind !== 'body' || !isLegacy(frame.bytes, types)) return frame;
          return { kind: 'body', bytes: Buffer.concat([BEFORE, frame.bytes, AFTER]) };
        },
        get keptBytes() {
          return lines.keptBytes;
        },
      };
    },
  };
}

function isLegacy(bytes: Uint8Array, types: ReadonlySet<string>): boolean {
  if (bytes[0] !== OPENING_BRACE) return false;
  if (bytes.length > USUAL.length && USUAL.compare(bytes, 0, USUAL.length) === 0) return false;
  const value = parsed(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  if (!isObject(value) || 'jsonrpc' in value || 'method' in value) return false;
  const { type, data, agent_id: agentId } = value;
  if (typeof type !== 'string' || !types.has(type)) return false;
  // Programs also log JSON that has a `type`.
  return isObject(data) || typeof agentId === 'string' || type === 'heartbeat';
}

/** What is no JSON is no legacy line either: the peer says so. */
function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    return undefined;
  }
}
