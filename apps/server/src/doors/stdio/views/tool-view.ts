import { CATALOG, type RpcToolCall, type RpcToolKind, type RpcToolResult } from '@kenny/contract';
import { isObject } from '@kenny/kernel';
import { isPicture, isQuestion, pictureOf, refusalText } from '../../../model-tools/index.js';

/** A call as the events of a turn tell it. */
export interface ToldCall {
  readonly id: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly agentId: string | null;
}

/** How it ended, as the event tells it. */
export interface ToldEnd {
  readonly status: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

export function toolCall({ id, tool, args, agentId }: ToldCall): RpcToolCall {
  const raw = { id, name: tool, arguments: { ...args } };
  const { agentId: _asked, ...own } = camelKeys(args) as Record<string, unknown>;
  return {
    ...{ toolCallId: id, toolName: tool, rawToolCall: raw, toolCall: raw },
    args: agentId === null ? own : { ...own, agentId },
    tool: { kind: kindOf(tool), name: tool },
  };
}

export function toolResult(call: ToldCall, { status, result, error }: ToldEnd): RpcToolResult {
  const isError = status !== 'ok';
  const fault = isObject(error) ? error : {};
  const content = isError ? refusal(status, fault) : resultText(call.tool, result);
  const code = fault['code'];
  return {
    ...toolCall(call),
    content,
    result: {
      ...{ content, isError, images: isError ? [] : imagesIn(call.tool, result) },
      ...(typeof code === 'string' ? { code } : {}),
    },
  };
}

const BY_NAME = new Map<string, (typeof CATALOG.tools)[number]>(
  CATALOG.tools.map((tool) => [tool.name, tool]),
);

function kindOf(name: string): RpcToolKind {
  const tool = BY_NAME.get(name);
  if (tool?.guards.powershell || tool?.guards.posix) return 'shell';
  return tool?.effect === 'change' ? 'write' : 'read';
}

function refusal(status: unknown, { message }: Record<string, unknown>): string {
  return refusalText(String(status), typeof message === 'string' ? message : 'no reason was given');
}

function resultText(tool: string, result: unknown): string {
  if (!isObject(result)) return typeof result === 'string' ? result : '';
  if (isQuestion({ name: tool })) return answersIn(result);
  if (isPicture({ name: tool })) return 'A picture of the screen.';
  const { stdout, stderr, exit_code } = result;
  if (typeof stdout === 'string' && typeof stderr === 'string') {
    const end = typeof exit_code === 'number' && exit_code !== 0 ? `exit code ${exit_code}` : '';
    return [stdout, stderr, end].filter((text) => text !== '').join('\n');
  }
  return JSON.stringify(result, null, 2);
}

/** As seed 004 has it: a line for each question. */
function answersIn({ answers }: Record<string, unknown>): string {
  const lines = Array.isArray(answers) ? (answers as unknown[]) : [];
  return lines
    .filter(isObject)
    .map(({ question, answer }) => `${String(question)}: ${String(answer)}`)
    .join('\n');
}

function imagesIn(tool: string, result: unknown): Record<string, unknown>[] {
  const picture = isPicture({ name: tool }) && isObject(result) ? pictureOf(result) : undefined;
  return picture ? [{ type: 'image', data: picture.data, mimeType: picture.mimeType }] : [];
}

/** `agent_id` → `agentId`, at every level. Values stay as they are. */
function camelKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelKeys);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key.replaceAll(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase()),
      camelKeys(inner),
    ]),
  );
}
