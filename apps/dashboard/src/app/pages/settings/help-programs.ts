import { HELP_LINK_BLANKS } from '@kenny/contract/web';

/** What a link for remote help has in place of a PC's ID, and of its number in the program. */
export const [ID = '', HELP_ID = ''] = HELP_LINK_BLANKS.map((one) => `{${one}}`);

/** In the order in which they are offered. */
export const HELP_PROGRAMS = [
  { key: 'none', name: 'None: only Quick Assist of Windows' },
  { key: 'rustdesk', name: 'RustDesk' },
  { key: 'meshcentral', name: 'MeshCentral' },
  { key: 'other', name: 'Another' },
] as const;

export type HelpProgram = (typeof HELP_PROGRAMS)[number]['key'];

const MESH_END = `/?node=${HELP_ID}`;

/** The link for a program; only another's is written by hand. */
export function linkOf(program: HelpProgram, address: string, written: string): string {
  switch (program) {
    case 'none':
      return '';
    case 'rustdesk':
      return `rustdesk://${HELP_ID}`;
    case 'meshcentral': {
      const host = address.trim().replace(/\/+$/, '');
      return host === '' ? '' : host + MESH_END;
    }
    case 'other':
      return written.trim();
  }
}

/** Where RustDesk is had from, for every system; on Windows kenny can install it. */
export const RUSTDESK = {
  page: 'https://rustdesk.com/download',
  winget: 'RustDesk.RustDesk',
  flatpak: 'flatpak install flathub com.rustdesk.RustDesk',
} as const;

/** The program of a link that is kept, and the address of a MeshCentral. */
export function choiceOf(link: string): { program: HelpProgram; address: string } {
  if (link.startsWith('https://') && link.endsWith(MESH_END)) {
    return { program: 'meshcentral', address: link.slice(0, -MESH_END.length) };
  }
  const known = (['none', 'rustdesk'] as const).find((one) => linkOf(one, '', '') === link);
  return { program: known ?? 'other', address: '' };
}
