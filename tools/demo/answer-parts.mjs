import { sectionTitle } from '@kenny/contract/web';

/** What answers of the made-up model are put together from. */

export const LOOKS_AGAIN = 'Done. Let me check again.';

export const calls = (text, ...list) => ({
  text,
  calls: list.map(([name, args]) => ({ name, args })),
});

/** The health of one PC, or of all. */
export const lookAt = (pc) =>
  pc
    ? calls(`Let me look at ${pc.name}.`, ['agent_health', { id: pc.id }])
    : calls('Let me look at all PCs.', ['fleet_overview', {}]);

export const refused = ({ problem }) => ({
  text: `Then I will leave it as it is. Nothing was changed. (${problem})`,
});

const WHO = { task: 'An AI agent', chat: 'Another conversation' };

/** Whose request it is that waits already; nothing is asked for twice. */
export const alreadyAsked = ({ id, requested_by: { kind, name } }, what) =>
  `${WHO[kind] ?? name} asks ${what} already: decide that under [Approvals](/approvals/${id}).`;

export const titleOf = ({ name }) => sectionTitle(name) ?? name;
