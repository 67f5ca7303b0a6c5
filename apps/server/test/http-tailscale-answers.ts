import type { TailscaleTurned, TailscaleView } from '@kenny/contract';

const ADDRESS = 'https://kenny-pc.tail1234.ts.net';

/** Nothing is turned on here: it would start a program of this machine, and end the server. */
const tailscale_view: TailscaleView = {
  ...{ state: 'ready', command: null, open: null, told: null, address: ADDRESS },
  ...{ public_url: 'http://127.0.0.1:8000', on: false },
  ...{ blocked: null, variables: [], runs_as: 'npm-start' },
};

export const tailscaleAnswers: Record<string, unknown> = {
  tailscale_view,
  tailscale_turned: {
    view: { ...tailscale_view, state: 'shared', on: true },
    ...{ restarts: true, link: `${ADDRESS}/join#example` },
  } satisfies TailscaleTurned,
};
