import { isQuickAssist } from './quick-assist.js';

const FOLDERS = {
  systemRoot: 'C:\\Windows',
  programFiles: 'C:\\Program Files',
  localAppData: 'C:\\Users\\anna\\AppData\\Local',
};
const STORE =
  'C:\\Program Files\\WindowsApps\\MicrosoftCorporationII.QuickAssist_2.0.35.0_x64__8wekyb3d8bbwe';

describe('the file of a process', () => {
  it.each([
    'C:\\Windows\\System32\\quickassist.exe',
    'c:\\WINDOWS\\system32\\QuickAssist.exe',
    `${STORE}\\QuickAssist.exe`,
    `${STORE}\\Microsoft.RemoteAssistance.QuickAssist\\QuickAssist.exe`,
  ])('is Quick Assist: %s', (image) => {
    expect(isQuickAssist(image, FOLDERS)).toBe(true);
  });

  it.each([
    '',
    'quickassist.exe',
    'C:\\Users\\anna\\quickassist.exe',
    'C:\\Windows\\System32\\evil\\quickassist.exe',
    'C:\\Windows\\System32\\cmd.exe',
    `${STORE}\\other.exe`,
    `${STORE}\\..\\..\\..\\Users\\anna\\quickassist.exe`,
    'C:\\Program Files\\WindowsApps\\MicrosoftCorporationII.QuickAssistEvil\\quickassist.exe',
    'D:\\Program Files\\WindowsApps\\MicrosoftCorporationII.QuickAssist_1\\quickassist.exe',
  ])('is not: %s', (image) => {
    expect(isQuickAssist(image, FOLDERS)).toBe(false);
  });
});
