import {
  HEALTH_WORDS,
  hasNeverConnected,
  NOT_CONNECTED_YET,
  pcHealthWord,
  sectionTitle,
  sentenceCase,
  type LogLevel,
} from '@kenny/contract/web';

export { HEALTH_WORDS, hasNeverConnected, NOT_CONNECTED_YET, pcHealthWord, sentenceCase };

/** Why a PC that was added has no health yet. */
export const NOT_CONNECTED_WHY =
  'kenny has not been installed there, or does not reach this server.';

/** What a check is called; of one that a later agent sends, its name made into words. */
export function checkTitle(name: string): string {
  return sectionTitle(name) ?? sentenceCase(name);
}

/** How much a line of a log matters. */
export const LEVEL_WORDS: Readonly<Record<LogLevel, string>> = {
  trace: 'Trace',
  debug: 'Debug',
  info: 'Info',
  warn: 'Warning',
  error: 'Error',
};
