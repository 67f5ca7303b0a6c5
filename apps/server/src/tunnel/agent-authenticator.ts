/** Proof that a peer holds the key (or legacy token) of an id. */
export interface Proven {
  readonly agent_uid: string;
  /** SHA-256 (hex) of the key it signed with. */
  readonly agent_key: string;
}

/** What the handshake needs of the server's and the agents' keys. */
export abstract class AgentAuthenticator {
  /** The server's signature over the transcript. */
  abstract sign(transcript: Uint8Array): Buffer;
  /** Undefined for an unknown id, a wrong or malformed signature: all look the same outside. */
  abstract verify(agentId: string, transcript: Uint8Array, signature: string): Proven | undefined;
  /** Legacy bearer secret; undefined unless KENNY_ALLOW_TOKEN_AUTH=1 and it is right. */
  abstract verifyToken(agentId: string, token: string): Proven | undefined;
}
