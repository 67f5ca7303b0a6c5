/** Characters of a PC's value in a link for remote help, and of such a link. */
export const PC_HELP_ID_LENGTH = 200;
export const PC_HELP_LINK_LENGTH = 500;

/** Programs and pages that a link for remote help may open; nothing that runs in a page, no file. */
export const HELP_LINK_SCHEMES = [
  ...(['https', 'rustdesk', 'rdp', 'ms-rd', 'vnc', 'ssh', 'anydesk'] as const),
  ...(['teamviewer8', 'teamviewerapi', 'tvcontrol1'] as const),
] as const;

/** What a link may hold in braces: set by people only, so that no PC chooses where it leads. */
export const HELP_LINK_BLANKS = ['id', 'help_id'] as const;
type Blank = (typeof HELP_LINK_BLANKS)[number];

const BLANK = /\{([^{}]*)\}/g;
/** Printable ASCII without blanks, quotes, angle brackets and backslashes: what shows is what opens. */
const PLAIN = /^[!#-;=?-[\]-~]+$/;

/** What is wrong with a link for remote help; undefined when it can be used. */
export function helpLinkTrouble(link: string): string | undefined {
  if (link.length > PC_HELP_LINK_LENGTH) return `has up to ${PC_HELP_LINK_LENGTH} characters`;
  const scheme = /^([a-z][a-z0-9+.-]*):\/\/[^/?#]/.exec(link)?.[1];
  if (!HELP_LINK_SCHEMES.some((one) => one === scheme)) {
    return `begins with one of ${HELP_LINK_SCHEMES.map((one) => `${one}://`).join(' ')}`;
  }
  const rest = link.replace(BLANK, (_, name: string) => (isBlank(name) ? '' : '{'));
  if (/[{}]/.test(rest)) {
    return `has in braces only ${HELP_LINK_BLANKS.map((one) => `{${one}}`).join(' and ')}`;
  }
  return PLAIN.test(link) ? undefined : 'has no blanks, quotes or characters outside ASCII';
}

/** The link of one PC. Undefined when it cannot be used, or when a value that it asks for is missing. */
export function helpLinkOf(
  link: string,
  values: Readonly<Partial<Record<Blank, string>>>,
): string | undefined {
  if (helpLinkTrouble(link) !== undefined) return undefined;
  let isWhole = true;
  const url = link.replace(BLANK, (_, name: Blank) => {
    const value = values[name] ?? '';
    isWhole &&= value !== '' && value.isWellFormed();
    return isWhole ? encodeURIComponent(value) : '';
  });
  return isWhole ? url : undefined;
}

function isBlank(name: string): name is Blank {
  return HELP_LINK_BLANKS.some((one) => one === name);
}
