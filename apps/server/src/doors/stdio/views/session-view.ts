import { RPC_URIS, type RpcSession } from '@kenny/contract';
import { iso } from '@kenny/kernel';
import type { ConversationRecord } from '@kenny/session';

/** @param folder - what the client gave as its workspace, when that is no PC */
export function sessionView(
  { id, name, agent_id, parent_id, created_at, updated_at }: ConversationRecord,
  folder: string | null = null,
): RpcSession {
  const root = agent_id === null ? folder : `${RPC_URIS.agent}${agent_id}`;
  return {
    ...{ id, persistentId: id, path: sessionPath(id), workspaceRoot: root, cwd: root, name },
    ...{ createdAt: iso(created_at), modifiedAt: iso(updated_at) },
    ...{ parentId: parent_id, parentPath: parent_id === null ? null : sessionPath(parent_id) },
  };
}

export const sessionPath = (id: string): string => `${RPC_URIS.session}${id}`;

/** The conversation that a path names; a bare id names one too. */
export function sessionIn(path: string): string {
  return path.startsWith(RPC_URIS.session) ? path.slice(RPC_URIS.session.length) : path;
}

/** A workspace is a PC or a folder of the client's machine. */
export function workspaceOf(root: string | null | undefined): {
  readonly agent_id: string | null;
  readonly folder: string | null;
} {
  if (!root) return { agent_id: null, folder: null };
  if (!root.startsWith(RPC_URIS.agent)) return { agent_id: null, folder: root };
  return { agent_id: root.slice(RPC_URIS.agent.length), folder: null };
}
