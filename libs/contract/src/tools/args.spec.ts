import { check, type ToolName } from '../index.js';

const update = {
  version: '0.2.0',
  url: 'https://kenny.example.org/d/x',
  sha256: 'ab'.repeat(32),
};

const REFUSED: [ToolName, Record<string, unknown>][] = [
  ['powershell_exec', {}],
  ['powershell_exec', { script: '' }],
  ['powershell_exec', { script: ['Get-Date'] }],
  ['powershell_exec', { script: 'x'.repeat(64_001) }],
  ['powershell_exec', { script: 'Get-Date', timeout_s: 0 }],
  ['powershell_exec', { script: 'Get-Date', timeout_s: 601 }],
  ['powershell_exec', { script: 'Get-Date', timeout_s: 1.5 }],
  ['powershell_exec', { script: 'Get-Date', timeout_s: '30' }],
  ['powershell_exec', { script: 'Get-Date', timeout_s: null }],
  ['shell_exec', { command: 'true', timeout_s: 601 }],
  ['shell_exec', { script: 'true' }],
  ['fs_list', { path: '' }],
  ['fs_list', { path: 'x'.repeat(4097) }],
  ['fs_search', { root: '/' }],
  ['fs_disk_usage', { path: '/' }],
  ['winget_install', { id: '' }],
  ['winget_install', { id: '--all' }],
  ['winget_install', { id: 'Mozilla.Firefox --force' }],
  ['winget_install', { id: 'Mozilla.Firefox\n' }],
  ['winget_install', { id: 'a/b' }],
  ['winget_install', { id: 'a;b' }],
  ['winget_install', { id: 'é' }],
  ['winget_install', { id: 'x'.repeat(129) }],
  ['winget_search', { query: '' }],
  ['winget_search', { query: '--manifest' }],
  ['winget_search', { query: '/x' }],
  ['winget_search', { query: ' vlc' }],
  ['winget_search', { query: 'vlc\nrm' }],
  ['winget_search', { query: 'x'.repeat(101) }],
  ['winget_uninstall', {}],
  ['winget_update', { id: '-e' }],
  ['diag_services', { filter: '' }],
  ['diag_eventlog', { log: '-u' }],
  ['diag_eventlog', { log: '*' }],
  ['diag_eventlog', { log: '/var/log/auth.log' }],
  ['diag_eventlog', { log: "System'; Stop-Computer" }],
  ['diag_eventlog', { log: 'a$(id)' }],
  ['diag_eventlog', { log: 'System', count: 0 }],
  ['diag_eventlog', { log: 'System', count: 1001 }],
  ['net_adapter_reset', { name: '' }],
  ['net_adapter_reset', { name: '-Name' }],
  ['net_adapter_reset', { name: '/all' }],
  ['net_adapter_reset', { name: 'Ether\nnet' }],
  ['net_adapter_reset', { name: 'Ether\u0085net' }],
  ['net_adapter_reset', { name: 'x'.repeat(257) }],
  ['telemetry_collect', { sections: ['attic'] }],
  ['telemetry_collect', { sections: 'disk' }],
  ['agent_update', { ...update, version: 'latest' }],
  ['agent_update', { ...update, version: '2' }],
  ['agent_update', { ...update, version: '1.2.3.4.5' }],
  ['agent_update', { ...update, url: 'file:///tmp/x' }],
  ['agent_update', { ...update, url: 'https://a b' }],
  ['agent_update', { ...update, sha256: 'ab'.repeat(31) }],
  ['agent_update', { ...update, sha256: 'zz'.repeat(32) }],
  ['call_status', { id: '' }],
  ['select_agent', { id: '../x' }],
  ['agent_health', { id: '.hidden' }],
  ['agent_snapshot', { id: 'pc1', section: 'Disk; drop' }],
];

const ACCEPTED: [ToolName, Record<string, unknown>][] = [
  ['powershell_exec', { script: 'x'.repeat(64_000), timeout_s: 600 }],
  ['winget_install', { id: 'Notepad++.Notepad++' }],
  ['winget_install', { id: '7zip.7zip' }],
  ['winget_search', { query: 'Büro & "Mehr" 7-Zip' }],
  ['winget_update', {}],
  ['diag_services', {}],
  ['diag_eventlog', { log: 'Microsoft-Windows-Windows Defender/Operational', count: 1000 }],
  ['diag_eventlog', { log: 'getty@tty1.service', count: 1 }],
  ['net_adapter_reset', { name: "Anna's WLAN (5 GHz) – Küche" }],
  ['telemetry_collect', {}],
  ['telemetry_collect', { sections: [] }],
  ['agent_update', { ...update, version: '10.0.19045.4412' }],
  ['agent_snapshot', { id: 'pc1', section: 'web_activity' }],
];

describe('tool arguments', () => {
  it.each(REFUSED)('%s refuses %.80j', (tool, args) => {
    expect(check(`args:${tool}`, args)).toHaveLength(1);
  });

  it.each(ACCEPTED)('%s accepts %.80j', (tool, args) => {
    expect(check(`args:${tool}`, args)).toEqual([]);
  });

  it('fill in what is left out, so that what is approved is what is sent', () => {
    const args = { script: 'Get-Date' };
    check('args:powershell_exec', args);
    expect(args).toEqual({ script: 'Get-Date', timeout_s: 30 });
    const log = { log: 'System' };
    check('args:diag_eventlog', log);
    expect(log).toEqual({ log: 'System', count: 50 });
  });

  it('leave what was given as it is', () => {
    const args = { command: 'uptime', timeout_s: 5 };
    check('args:shell_exec', args);
    expect(args).toEqual({ command: 'uptime', timeout_s: 5 });
  });
});
