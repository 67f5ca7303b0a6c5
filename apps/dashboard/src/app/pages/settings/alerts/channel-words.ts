import { ALERT_CHANNEL_KINDS, type AlertChannelKind } from '@kenny/contract/web';

/** What most people have, first. */
const GROUPS = { people: 'Phone and mail', experts: 'For experts' } as const;

interface ChannelWords {
  readonly group: keyof typeof GROUPS;
  /** What somebody needs to have for it. */
  readonly needs: string;
  /** Set up in the fewest steps. */
  readonly quickest?: true;
}

export const CHANNEL_WORDS: Readonly<Record<AlertChannelKind, ChannelWords>> = {
  mail: {
    group: 'people',
    needs: 'A mail address that kenny may send from, and its password.',
  },
  ntfy: {
    group: 'people',
    needs: 'The free app ntfy on the phone, and a topic that nobody can guess.',
    quickest: true,
  },
  gotify: {
    group: 'experts',
    needs: 'A Gotify server of your own.',
  },
  telegram: {
    group: 'people',
    needs: 'A bot of your own, which @BotFather in Telegram makes in a minute.',
  },
  slack: {
    group: 'people',
    needs: 'The address of an incoming webhook of your workspace.',
  },
  discord: {
    group: 'people',
    needs: 'The address of a webhook of one of your channels.',
  },
  matrix: {
    group: 'experts',
    needs: 'A Matrix account that is in the room, and its access token.',
  },
  webhook: {
    group: 'experts',
    needs: 'A program of yours that takes messages over HTTPS.',
  },
  heartbeat: {
    group: 'experts',
    needs: 'A service such as healthchecks.io, which tells you when kenny itself is down.',
  },
};

/** As they are listed, group by group. */
export const CHANNEL_GROUPS = (['people', 'experts'] as const).map((group) => ({
  label: GROUPS[group],
  kinds: ALERT_CHANNEL_KINDS.filter((kind) => CHANNEL_WORDS[kind].group === group),
}));
