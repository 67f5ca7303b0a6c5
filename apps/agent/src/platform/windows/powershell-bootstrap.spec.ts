import { faultsOf } from '../../../test/windows/powershell-grammar.js';
import { POWERSHELL_ARGS, POWERSHELL_BOOTSTRAP } from './powershell-bootstrap.js';

describe('the bootstrap', () => {
  it('is good PowerShell 5.1, also as the one line that travels', async () => {
    expect(await faultsOf(POWERSHELL_BOOTSTRAP)).toEqual([]);
    expect(await faultsOf(POWERSHELL_ARGS.at(-1) ?? '')).toEqual([]);
  });

  it('survives the quotes of a command line: one line, without double quotes', () => {
    expect(POWERSHELL_ARGS.at(-1)).not.toMatch(/["\n]/);
  });
});

describe('the grammar', () => {
  it.each(['if ($true) { 1', "'open", '$a =', 'Get-Item | | Out-Null', '$a ?? 1', '$a?.b'])(
    'finds the fault in %j',
    async (script) => {
      expect(await faultsOf(script)).not.toEqual([]);
    },
  );
});
