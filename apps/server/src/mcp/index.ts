export { clientName } from './client-name.js';
export { McpExchange } from './exchange.js';
export { McpEndpoint } from './mcp-endpoint.js';
export { McpModule } from './mcp.module.js';
export { TasksAtWork, type TurnAtWork } from './tasks-at-work.js';
export { challenge, protectedResource } from './resource.js';
