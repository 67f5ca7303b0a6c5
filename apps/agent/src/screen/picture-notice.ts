/** Languages in which the person at a PC is addressed. */
export type Language = 'en' | 'de';

export interface Notice {
  readonly title: string;
  readonly text: string;
}

const TEXTS: Readonly<Record<Language, (time: string) => string>> = {
  en: (time) => `A picture of this screen was taken at ${time} for whoever looks after this PC.`,
  de: (time) =>
    `Um ${time} wurde ein Bild dieses Bildschirms gemacht, für die Person, die sich um diesen PC kümmert.`,
};

/** What the person at the PC reads after their screen was captured. */
export function pictureNotice(taken: Date, language: Language): Notice {
  return { title: 'kenny', text: TEXTS[language](timeOf(taken, language)) };
}

export function timeOf(at: Date, language: Language): string {
  return at.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' });
}
