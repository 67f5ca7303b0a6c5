import { HEALTH_WORDS, sectionTitle, sentenceCase } from '@kenny/contract/web';

export { HEALTH_WORDS, sentenceCase };

/** What a check is called; of one that a later agent sends, its name made into words. */
export function checkTitle(name: string): string {
  return sectionTitle(name) ?? sentenceCase(name);
}
