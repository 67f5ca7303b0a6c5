/**
 * For specs only: an agent that does what a script says, as a program of its own.
 *
 * ```ts
 * const [program, ...args] = scriptedAgent({
 *   dialect: 'v1',
 *   on: {
 *     'session/prompt': [
 *       { text: 'Looking at {{text}}' },
 *       { mcp: { tool: 'list_agents' } },
 *       { permission: { toolCall: { toolCallId: 'c1', title: 'rm', kind: 'execute' } },
 *         then: { allow: [{ text: 'done' }], '*': [{ text: 'not done: {{outcome}}' }] } },
 *       { reply: { stopReason: 'end_turn' } },
 *     ],
 *   },
 * });
 * const child = spawn(program, args, { stdio: 'pipe' });
 * ```
 */
export * from './script.js';
export { scriptedAgent } from './scripted-agent.js';
