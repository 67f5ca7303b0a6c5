/** In the lower half a heading has too little of what it heads below it. */
const LOW = 0.5;

/** Leads eyes and keys to what was just opened; what is well in view already does not move. */
export function arriveAt(heading: HTMLElement): void {
  heading.focus({ preventScroll: true });
  const { top } = heading.getBoundingClientRect();
  if (top < 0 || top > innerHeight * LOW) heading.scrollIntoView({ block: 'start' });
}
