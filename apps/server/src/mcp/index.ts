export { McpExchange } from './exchange.js';
export { McpEndpoint } from './mcp-endpoint.js';
export { McpModule } from './mcp.module.js';
export { challenge, protectedResource } from './resource.js';
