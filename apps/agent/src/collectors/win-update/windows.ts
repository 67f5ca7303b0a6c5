import { UPDATE_RESULT, type InstalledUpdate } from '@kenny/contract/agent';
import { reading, unreadable } from '../collector.js';
import { anyListAt, numberAt, textAt } from '../../platform/json.js';
import { count } from '../words.js';
import type { WindowsCollector } from '../windows-machine.js';

/** Protocol 0.8: the newest 25. */
const SHOWN = 25;
/** OperationResultCode of the update agent: 2 is success, 3 success with errors. */
const RESULTS: Readonly<Record<number, string>> = {
  2: UPDATE_RESULT.succeeded,
  3: UPDATE_RESULT.succeeded,
  4: UPDATE_RESULT.failed,
  5: UPDATE_RESULT.failed,
};

/** PowerShell 5.1: the update agent's own history; operation 1 is an installation. */
export const WIN_UPDATE_SCRIPT = `
$session = New-Object -ComObject 'Microsoft.Update.Session'
$searcher = $session.CreateUpdateSearcher()
$total = $searcher.GetTotalHistoryCount()
$history = @()
if ($total -gt 0) { $history = @($searcher.QueryHistory(0, [Math]::Min($total, 60))) }
$auto = New-Object -ComObject 'Microsoft.Update.AutoUpdate'
@{
  last_check = Get-KennyTime -time $auto.Results.LastSearchSuccessDate
  recent = @($history | Where-Object -FilterScript { $_.Operation -eq 1 } | Select-Object -First 25 | ForEach-Object -Process {
    @{ title = [string]$_.Title; result = [int]$_.ResultCode; time = Get-KennyTime -time $_.Date }
  })
}
`.trim();

export const winUpdate: WindowsCollector<'win_update'> = async (machine) => {
  const answer = await machine.powershell('win_update');
  const listed = anyListAt(answer, 'recent');
  if (!listed) return unreadable('Windows Update answered in an unknown form');
  const recent = listed.slice(0, SHOWN).flatMap((entry): InstalledUpdate[] => {
    const title = textAt(entry, 'title');
    if (!title) return [];
    return [
      {
        kb: /\bKB\d{4,9}\b/i.exec(title)?.[0].toUpperCase() ?? null,
        title: title.slice(0, 1000),
        result: RESULTS[numberAt(entry, 'result') ?? 0] ?? null,
        installed_at: textAt(entry, 'time') ?? null,
      },
    ];
  });
  const failed = recent.filter(({ result }) => result === UPDATE_RESULT.failed).length;
  const parts = [count(recent.length, 'update'), failed === 0 ? 'none failed' : `${failed} failed`];
  return reading<'win_update'>(parts.join(', '), {
    last_check: textAt(answer, 'last_check') ?? null,
    recent,
  });
};
