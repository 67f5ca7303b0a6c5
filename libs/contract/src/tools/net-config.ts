import { Bool, ListOf, Text, TextList } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { NoArgs } from './no-args.js';

export class ConfiguredInterface {
  @Text({ max: 256 })
  name!: string;

  /** Six pairs of hex digits; empty for an interface without one. */
  @Text({ max: 64 })
  mac!: string;

  @TextList({ max: 256, length: 64 })
  ips!: string[];

  @Bool()
  up!: boolean;
}

export class NetConfigResult {
  @ListOf(() => ConfiguredInterface, 1000)
  interfaces!: ConfiguredInterface[];

  /** Addresses of the name servers in use, in their order. */
  @TextList({ max: 64, length: 256 })
  dns!: string[];
}

export const netConfig = defineTool({
  name: 'net_config',
  description: "Show the PC's network interfaces with their addresses, and its name servers.",
  args: NoArgs,
  result: NetConfigResult,
  effect: 'read',
  risk: 'none',
  where: 'agent',
  os: ['windows', 'linux', 'macos'],
  guards: {},
  deadline: { default_s: 30 },
  hints: { destructive: false, idempotent: true, openWorld: false },
});
