import type { TailscaleState, TailscaleView } from '@kenny/contract/web';

/** The steps in the order in which somebody takes them; the last one is on the phone. */
export const STEPS = [
  { title: 'Tailscale on kenny’s computer', later: '' },
  {
    title: 'A name for kenny’s computer',
    later: 'Two switches on Tailscale’s website, unless they are on already.',
  },
  {
    title: 'Turn it on',
    later: 'A button on this page. kenny restarts, which takes a few seconds.',
  },
  { title: 'Your phone', later: 'Install Tailscale there, then scan a code that logs you in.' },
] as const;
const [TAILSCALE, NAME, TURN_ON, PHONE] = [0, 1, 2, 3] as const;

interface StateWords {
  readonly step: number;
  readonly words: string;
  /** On the link to the page that has to be opened. */
  readonly openWords?: string;
  /** The button is there as well. */
  readonly press?: true;
}

const PASTE = 'Paste this in a terminal there.';
const LOG_IN = 'It prints an address: open it, and log in or make an account.';

export const STATE_WORDS: Readonly<Record<TailscaleState, StateWords>> = {
  not_installed: {
    step: TAILSCALE,
    words: `${PASTE} ${LOG_IN}`,
    openWords: 'Get Tailscale, and log in',
  },
  not_running: { step: TAILSCALE, words: `Tailscale is installed but does not run. ${PASTE}` },
  logged_out: { step: TAILSCALE, words: `Tailscale is logged out. ${PASTE} ${LOG_IN}` },
  awaits_approval: {
    step: TAILSCALE,
    words: 'Your Tailscale account wants you to approve this computer.',
    openWords: 'Approve it on Tailscale’s website',
  },
  no_certificate: {
    step: NAME,
    words: 'On Tailscale’s website, turn on “MagicDNS” and “HTTPS Certificates”.',
    openWords: 'Open Tailscale’s website',
  },
  shares_other: {
    step: NAME,
    words: `Tailscale already shares something else under this name. To end that: ${PASTE}`,
  },
  funnel: {
    step: NAME,
    words: `Tailscale Funnel shows this name to the whole internet; kenny is for your own devices. To turn that off: ${PASTE}`,
  },
  unclear: {
    step: TURN_ON,
    words: 'That did not work. Tailscale says:',
    press: true,
  },
  ready: { step: TURN_ON, words: '', press: true },
  needs_rights: {
    step: TURN_ON,
    words: `Tailscale lets only an administrator do this. ${PASTE} This page then goes on by itself.`,
  },
  needs_consent: {
    step: TURN_ON,
    words: 'Tailscale asks you first. Allow it on its page, then press the button again.',
    openWords: 'Open Tailscale’s page',
    press: true,
  },
  shared: { step: TURN_ON, words: '', press: true },
};

/** Where somebody is; the steps before it are done. */
export function stepOf({ state, address, public_url }: TailscaleView): number {
  if (state === 'shared' && address === public_url) return PHONE;
  return STATE_WORDS[state].step;
}
