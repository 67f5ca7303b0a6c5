import {
  AGENTCTL_ENV,
  AGENTCTL_ERRORS,
  AGENTCTL_ROUTES,
  type AgentctlRoute,
} from '@kenny/contract/agentctl';
import { readFileSync } from 'node:fs';

/** Rows of the guide's tables, each as its cells. */
const rows = readFileSync('docs/guides/agentctl.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
const rowsWith = (pattern: RegExp) => rows.filter(([first = '']) => pattern.test(first));
const code = (text: string): string => `\`${text}\``;

describe('the guide of agentctl', () => {
  it('has every route, and no other', () => {
    const routes: AgentctlRoute[] = Object.values(AGENTCTL_ROUTES);
    expect(rowsWith(/^`(?:GET|POST|WS) /).map(([route, meaning]) => [route, meaning])).toEqual(
      routes.map(({ method, path, socket, meaning }) => [
        code(`${socket ? 'WS' : method} ${path}`),
        meaning,
      ]),
    );
  });

  it('has every variable with its default', () => {
    expect(rowsWith(/^`AGENTCTL_/)).toEqual(
      Object.entries(AGENTCTL_ENV).map(([name, { default: text, meaning }]) => [
        code(name),
        text === undefined ? '' : code(text),
        meaning,
      ]),
    );
  });

  it('has every error with its status', () => {
    expect(rowsWith(/^`[a-z_]+`$/)).toEqual(
      Object.entries(AGENTCTL_ERRORS).map(([name, { http, meaning }]) => [
        code(name),
        String(http),
        meaning,
      ]),
    );
  });
});
