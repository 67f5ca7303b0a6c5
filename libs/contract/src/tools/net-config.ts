import { Bool, ListOf, Nullable, TextList } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { ReportedInterface } from '../sections/network.js';
import { NoArgs } from './no-args.js';

/** As in section `network`, and whether it is in use. */
export class ConfiguredInterface extends ReportedInterface {
  /** Our agents always say it; the protocol does not promise it. */
  @Nullable()
  @Bool()
  up?: boolean | null;
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
  title: 'Show network settings',
  does: 'Shows the network settings of {pc}.',
  description:
    'Show how the PC is connected: its network adapters with their addresses, and the servers that it asks for names (DNS).',
  args: NoArgs,
  result: NetConfigResult,
  effect: 'read',
  risk: 'none',
  where: 'agent',
  topic: 'expert',
  since: '0.8',
  os: ['windows', 'linux', 'macos'],
  guards: {},
  deadline: { default_s: 30 },
  hints: { destructive: false, idempotent: true, openWorld: false },
});
