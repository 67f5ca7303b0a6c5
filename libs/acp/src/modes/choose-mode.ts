import type { ConfigOption, ModePolicy, SessionMode, SessionModes } from './mode.js';

/** Best first, as their ids and names are spelled without case and signs. */
const PREFERRED: Readonly<Record<ModePolicy, readonly string[]>> = {
  // In `plan`, agents do not call tools at all, so it comes last.
  ask: ['default', 'ask', 'manual', 'normal', 'readonly', 'plan'],
  // Whatever it asks for is refused, so asking is as good; what it may do unasked is least in these.
  deny: ['readonly', 'default', 'ask', 'manual', 'normal', 'plan'],
};

/** Words in the names of modes in which agents act without asking. */
const WIDE =
  /yolo|bypass|full|auto|accept|dontask|noask|never|skip|danger|unsafe|unrestrict|unattended|allowall|approveall|trust|write/;

const spelled = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');

/** Whether an agent in this mode may act without asking, as far as its names tell. */
export function isWideMode({ id, name }: SessionMode): boolean {
  return WIDE.test(spelled(id)) || WIDE.test(spelled(name));
}

/** What to say to the agent so that it is in `modeId`; nothing when it is already. */
export interface ModeChoice {
  readonly modeId: string;
  readonly by: 'nothing' | 'set_mode' | { readonly configId: string };
}

/**
 * The mode that fits best among those offered: never one that acts without asking. `none`: there are
 * no modes; `too_wide`: it is in one that is too wide, and there is none that is known to be narrower.
 */
export function chooseMode(
  policy: ModePolicy,
  modes: SessionModes | undefined,
  options: readonly ConfigOption[],
): ModeChoice | 'none' | 'too_wide' {
  if (modes) {
    const modeId = bestOf(policy, modes.currentModeId, modes.available);
    if (modeId === undefined) return 'too_wide';
    return { modeId, by: modeId === modes.currentModeId ? 'nothing' : 'set_mode' };
  }
  const option = options.find((one) => one.type === 'select' && one.category === 'mode');
  if (!option || typeof option.currentValue !== 'string') return 'none';
  const offered = option.values.map(({ value, name }) => ({ id: value, name }));
  const modeId = bestOf(policy, option.currentValue, offered);
  if (modeId === undefined) return 'too_wide';
  return { modeId, by: modeId === option.currentValue ? 'nothing' : { configId: option.id } };
}

/** Without a mode that is known, the agent stays in its own, unless that sounds too wide. */
function bestOf(
  policy: ModePolicy,
  current: string,
  offered: readonly SessionMode[],
): string | undefined {
  const narrow = offered.filter((mode) => !isWideMode(mode));
  for (const word of PREFERRED[policy]) {
    const mode = narrow.find(({ id }) => spelled(id) === word);
    if (mode) return mode.id;
  }
  const now = offered.find(({ id }) => id === current) ?? { id: current, name: current };
  return isWideMode(now) ? undefined : now.id;
}

/** Whether a choice that the agent reports has put it into a mode that is too wide. */
export function hasWideMode(options: readonly ConfigOption[]): boolean {
  return options.some(({ category, type, currentValue, values }) => {
    if (category !== 'mode' || type !== 'select' || typeof currentValue !== 'string') return false;
    const name = values.find(({ value }) => value === currentValue)?.name ?? currentValue;
    return isWideMode({ id: currentValue, name });
  });
}
