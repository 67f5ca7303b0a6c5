import { readFileSync } from 'node:fs';
import {
  CONNECTION_LINES,
  isLocalNetworkAddress,
  isThisComputersAddress,
  type ConnectionClient,
} from './mcp.js';

const HERE = 'http://127.0.0.1:8000';
const TOKEN = 'kny_…';
const EDITORS: readonly string[] = ['editor'] satisfies ConnectionClient[];

/** The code blocks of a guide; of JSON only what it means, for a formatter breaks its lines. */
function blocksOf(name: string): string[] {
  const text = readFileSync(new URL(`../../../docs/guides/${name}.md`, import.meta.url), 'utf8');
  return [...text.matchAll(/```\w+\n([^]*?)\n```/g)].map(([, block = '']) => meaningOf(block));
}

const meaningOf = (text: string): string =>
  text.startsWith('{') ? JSON.stringify(JSON.parse(text)) : text;

describe('the lines for a program', () => {
  it.each(Object.entries(CONNECTION_LINES))('stand in a guide as they are: %s', (client, lines) => {
    const blocks = blocksOf(EDITORS.includes(client) ? 'rpc' : 'mcp');
    expect(blocks).toContain(meaningOf(lines(HERE, TOKEN)));
  });

  it('allow plain HTTP where another computer is reached without TLS, and nowhere else', () => {
    const bridge = CONNECTION_LINES['claude-desktop'];
    expect(bridge('http://192.168.1.5:8000', TOKEN)).toContain('--allow-http');
    expect(CONNECTION_LINES.editor('http://192.168.1.5:8000', TOKEN)).toContain('--insecure');
    for (const address of [HERE, 'https://kenny.example']) {
      expect(bridge(address, TOKEN)).not.toContain('--allow-http');
      expect(CONNECTION_LINES.editor(address, TOKEN)).not.toContain('--insecure');
    }
  });
});

it.each([
  ['http://127.0.0.1:8000', true],
  ['http://localhost', true],
  ['https://[::1]:8443/', true],
  ['http://localhost.example.org', false],
  ['http://127.0.0.1.example.org:8000', false],
  ['https://kenny.example', false],
])('%s can be used on the same computer only: %s', (address, only) => {
  expect(isThisComputersAddress(address)).toBe(only);
});

it.each([
  ['https://192.168.1.5:8443/d/x', true],
  ['https://10.0.0.2/', true],
  ['https://172.20.0.1', true],
  ['https://[fd12:3456::1]:8443', true],
  ['https://nas.local:8443', true],
  ['https://172.32.0.1', false],
  ['https://100.64.0.7:8443', false],
  ['https://10.example', false],
  ['https://192.168.1.5.example.org', false],
  ['https://kenny.example', false],
])('%s is an address of one network only: %s', (address, only) => {
  expect(isLocalNetworkAddress(address)).toBe(only);
});
