import { riskWhy, sameWords, type ApprovalView } from '@kenny/contract/client';
import { tellCall } from '@kenny/health/web';
import { type MarkKind, readsRightToLeft, visiblePieces } from '@kenny/kernel';
import { ago, until } from '../output/durations.js';
import { look, say, Shown } from '../output/shown.js';
import { facts } from '../output/table.js';

const RISK_LOOKS = { low: 'green', medium: 'yellow', high: 'red' } as const;

/**
 * What is asked for, rendered from the stored call itself: everything, nothing shortened, hidden
 * characters marked. The requester's own words stand below, as theirs (design §5).
 */
export function callLines(approval: ApprovalView, now: number, pc: string): Shown[] {
  const { tool, agent_id, args } = approval;
  return [
    say`${look(tool, 'bold')} on ${look(agent_id, 'bold')}, ${weight(approval)}`,
    ...sentenceLines(approval, pc),
    ...lookTwiceLines(approval),
    ...deniedLines(approval, now),
    ...changedLines(approval),
    say``,
    ...argLines(args),
    ...warnings(args),
    say``,
    ...facts([
      ['asked by', requester(approval, now)],
      [
        'their reason',
        approval.reason === null ? null : say`“${Shown.marked(approval.reason, 'line')}”`,
      ],
      ['read before', approval.tainted_by.length === 0 ? null : approval.tainted_by.join(', ')],
      ['decide', approval.state === 'pending' ? until(approval.approve_by, now) : null],
      ['keys', approval.required > 1 ? `${approval.required} operators must approve` : null],
      ['approval', approval.id],
      ['call', approval.call_sha256],
    ]),
  ];
}

/**
 * What it does, in the sentence that the pages show; none for a tool of which nothing is known. The
 * health rules with their fixes are too much to load for each command.
 */
export function sentenceLines(call: Pick<ApprovalView, 'tool' | 'args'>, pc: string): Shown[] {
  const { sentence } = tellCall(call, { name: pc }, []);
  if (sentence.length === 0) return [];
  const parts = sentence.map(({ text, given }) =>
    given ? Shown.marked(text, 'line') : Shown.text(text),
  );
  return [Shown.join([say`  `, ...parts])];
}

/** Look-twice marks: actions with honest and dishonest uses. */
export const lookTwiceLines = ({ look_twice }: ApprovalView): Shown[] =>
  look_twice.map(({ line }) => say`  ${look('Look twice', 'yellow')}: ${line}`);

function deniedLines({ denied_before }: ApprovalView, now: number): Shown[] {
  if (!denied_before) return [];
  const { approval_id, at, by, reason, same } = denied_before;
  const why = reason === null ? say`` : say`: “${Shown.marked(reason, 'line')}”`;
  const who = say`by ${by.name}${why}`;
  return [
    say``,
    say`${look(`${sameWords(same)} was denied ${ago(at, now)}`, 'red')} ${who} (${approval_id})`,
  ];
}

/** Changes since the request: shown first, since they may be a reason to deny. */
function changedLines({ changed_since }: ApprovalView): Shown[] {
  if (!changed_since || changed_since.length === 0) return [];
  return [
    say``,
    say`${look('Since it was asked for:', 'yellow')}`,
    ...changed_since.map((sentence) => say`  ${Shown.marked(sentence, 'line')}`),
  ];
}

/** What approving allows, and why that is a risk. */
function weight(approval: ApprovalView): Shown {
  const { kind, risk } = approval;
  if (kind === 'read') return look('may read', 'yellow');
  const why = riskWhy(approval);
  return say`${look(`${risk} risk`, RISK_LOOKS[risk])}${why === null ? '' : `: ${why}`}`;
}

function requester(
  { requested_by: { kind, name, id }, door, requested_at }: ApprovalView,
  now: number,
) {
  const who = name === id ? name : `${name} (${id})`;
  return say`${who}, ${kind.replaceAll('_', ' ')}, through ${door}, ${ago(requested_at, now)}`;
}

function argLines(args: Readonly<Record<string, unknown>>): Shown[] {
  const entries = Object.entries(args);
  if (entries.length === 0) return [say`  ${look('no arguments', 'dim')}`];
  return entries.flatMap(([name, value]) => {
    const label = say`  ${look(Shown.text(name), 'bold')}:`;
    const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
    const lines = text.split('\n');
    const [only = ''] = lines;
    if (lines.length === 1) return [say`${label} ${Shown.marked(only, 'code')}`];
    return [label, ...numbered(lines)];
  });
}

/** Line numbers, so that no argument can imitate a line of ours. */
function numbered(lines: readonly string[]): Shown[] {
  const digits = String(lines.length).length;
  return lines.map((line, at) => {
    const number = look(`${String(at + 1).padStart(digits + 2)} │`, 'dim');
    return say`${number} ${Shown.marked(line, 'code')}`;
  });
}

const KIND_WORDS: Readonly<Record<MarkKind, string>> = {
  control: 'control',
  bidi: 'turning the reading direction',
  invisible: 'invisible',
  blank: 'misleading blank',
  look_alike: 'look-alike',
  stacked: 'stacked accent',
  unknown: 'unknown',
};

function warnings(args: Readonly<Record<string, unknown>>): Shown[] {
  const text = Object.entries(args)
    .map(([name, value]) => `${name}\n${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
  const counts = new Map<MarkKind, number>();
  for (const { mark } of visiblePieces(text, 'code')) {
    if (mark) counts.set(mark.kind, (counts.get(mark.kind) ?? 0) + mark.count);
  }
  const found = [...counts].map(([kind, number]) => `${number} ${KIND_WORDS[kind]}`);
  return [
    ...(found.length === 0
      ? [say`  ${look('No hidden or look-alike characters.', 'dim')}`]
      : [
          say`  ${look(`Marked ⟨…⟩: ${found.join(', ')} characters. Read what it says with care.`, 'red')}`,
        ]),
    ...(readsRightToLeft(text)
      ? [
          say`  ${look('It holds letters that run from right to left: the order on screen may mislead.', 'red')}`,
        ]
      : []),
  ];
}
