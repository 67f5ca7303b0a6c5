/** Programs that the made-up PCs could install: some of those that people ask for. */

const PROGRAMS = [
  ['VLC media player', 'VideoLAN.VLC', '3.0.21', 'video film player'],
  ['Mozilla Firefox', 'Mozilla.Firefox', '140.0.1', 'browser'],
  ['Mozilla Thunderbird', 'Mozilla.Thunderbird', '140.0', 'mail'],
  ['LibreOffice', 'TheDocumentFoundation.LibreOffice', '25.2.4.3', 'office writer calc'],
  ['7-Zip', '7zip.7zip', '24.09', 'zip archive'],
  ['Google Chrome', 'Google.Chrome', '138.0.7204.50', 'browser'],
  ['Adobe Acrobat Reader (64-bit)', 'Adobe.Acrobat.Reader.64-bit', '25.001.20531', 'pdf'],
  ['SumatraPDF', 'SumatraPDF.SumatraPDF', '3.5.2', 'pdf reader'],
  ['Zoom Workplace', 'Zoom.Zoom', '6.5.3', 'video meeting'],
  ['Microsoft Teams', 'Microsoft.Teams', '25153.1010.3727.5483', 'meeting'],
  ['WhatsApp', '9NKSQGP7F2NH', 'Unknown', 'chat'],
  ['Spotify', 'Spotify.Spotify', '1.2.66.447', 'music'],
  ['GIMP', 'GIMP.GIMP.3', '3.0.4', 'pictures photo'],
  ['Audacity', 'Audacity.Audacity', '3.7.3', 'sound music'],
  ['OBS Studio', 'OBSProject.OBSStudio', '31.0.3', 'video recording'],
  ['Notepad++', 'Notepad++.Notepad++', '8.8.2', 'text editor'],
  ['KeePassXC', 'KeePassXCTeam.KeePassXC', '2.7.10', 'passwords'],
  ['Bitwarden', 'Bitwarden.Bitwarden', '2025.6.0', 'passwords'],
];

/** The answer to `winget_search`: those that have all words in their name, id or tags. */
export function madeUpSearch(query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const packages = PROGRAMS.filter((one) => {
    const said = one.join('\n').toLowerCase();
    return words.every((word) => said.includes(word));
  });
  return {
    packages: packages.map(([name, id, version]) => ({ name, version, source: 'winget', id })),
  };
}
