/** What the made-up agent says, whatever it was asked. */

export const MADE_UP =
  '\n\nI am made up for this demo, so I end here: a real AI agent would look further, and go on until the task is done.';

/** The PCs that cannot answer, a line for each reason; none when all do. */
export function absentLines(agents) {
  const absent = agents.filter(({ online }) => !online);
  const isNew = ({ last_seen }) => last_seen === null;
  return [
    [absent.filter((pc) => !isNew(pc)), 'switched off or away'],
    [absent.filter(isNew), 'not connected yet'],
  ]
    .filter(([pcs]) => pcs.length > 0)
    .map(([pcs, words]) => `${namesOf(pcs)}: ${words}.`);
}

export const namesOf = (pcs) => pcs.map(({ name }) => name).join(', ');
