import { timeOf, type Language } from '../screen/picture-notice.js';

/** Content of the tray icon and its menu. */
export interface TrayView {
  readonly tip: string;
  readonly on: boolean;
  readonly toggle: string;
  /** Disabled menu item. */
  readonly lastPicture: string | undefined;
}

interface Words {
  readonly on: string;
  readonly off: string;
  readonly unknown: string;
  readonly toggle: string;
  readonly picture: (time: string) => string;
}

/** UI language of Windows; falls back to English. */
const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    on: 'kenny: changes from afar are allowed',
    off: 'kenny: changes from afar are forbidden',
    unknown: 'kenny: whether changes from afar are allowed is not known',
    toggle: 'Allow changes from afar',
    picture: (time) => `Last picture of this screen: ${time}`,
  },
  de: {
    on: 'kenny: Änderungen aus der Ferne sind erlaubt',
    off: 'kenny: Änderungen aus der Ferne sind verboten',
    unknown: 'kenny: Ob Änderungen aus der Ferne erlaubt sind, ist nicht bekannt',
    toggle: 'Änderungen aus der Ferne erlauben',
    picture: (time) => `Letztes Bild dieses Bildschirms: ${time}`,
  },
};

/** PRIMARYLANGID: the lower ten bits, the language without its country. */
const GERMAN = 0x07;

export function languageOf(id: number): Language {
  return (id & 0x3ff) === GERMAN ? 'de' : 'en';
}

/** @param enabled - undefined when the switch file is invalid or unreadable */
export function trayView(
  enabled: boolean | undefined,
  lastPicture: Date | undefined,
  language: Language,
): TrayView {
  const words = WORDS[language];
  return {
    tip: enabled === undefined ? words.unknown : enabled ? words.on : words.off,
    on: enabled === true,
    toggle: words.toggle,
    lastPicture: lastPicture && words.picture(timeOf(lastPicture, language)),
  };
}
