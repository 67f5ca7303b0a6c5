/** Lower on the screen, a heading shows too little of its content. */
const LOW = 0.5;

/**
 * Focuses what was just opened and scrolls only if it is not well in view. What arrives late leaves
 * the focus to who has opened a dialog over it meanwhile.
 */
export function arriveAt(heading: HTMLElement): void {
  const dialog = document.activeElement?.closest('[role="dialog"]');
  if (dialog && !dialog.contains(heading)) return;
  heading.focus({ preventScroll: true });
  const { top } = heading.getBoundingClientRect();
  if (top < 0 || top > innerHeight * LOW) heading.scrollIntoView({ block: 'start' });
}
