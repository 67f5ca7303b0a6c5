/** Where an agent finds tools: over HTTP when it can, else by a program that speaks for it. */
export interface McpServer {
  readonly name: string;
  readonly http: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
  };
  /** For agents that have no HTTP; without it they get no such server. */
  readonly stdio?: {
    readonly command: string;
    readonly args: readonly string[];
    readonly env: Readonly<Record<string, string>>;
  };
}

const pairs = (map: Readonly<Record<string, string>>) =>
  Object.entries(map).map(([name, value]) => ({ name, value }));

/** As `session/new` has them. Servers that the agent cannot reach are left out. */
export function mcpServersFor(servers: readonly McpServer[], httpMcp: boolean): object[] {
  return servers.flatMap(({ name, http, stdio }): object[] => {
    if (httpMcp) return [{ type: 'http', name, url: http.url, headers: pairs(http.headers) }];
    if (!stdio) return [];
    return [{ name, command: stdio.command, args: [...stdio.args], env: pairs(stdio.env) }];
  });
}
