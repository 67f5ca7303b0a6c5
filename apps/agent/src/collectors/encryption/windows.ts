import { PROTECTION_STATUS, type EncryptedVolume } from '@kenny/contract/agent';
import { reading, unreadable } from '../collector.js';
import { anyListAt, countAt, numberAt, textAt } from '../../platform/json.js';
import { some } from '../words.js';
import type { WindowsCollector } from '../windows-machine.js';

/** PowerShell 5.1: BitLocker's own provider, which also knows "device encryption" of Home. */
export const ENCRYPTION_SCRIPT = `
$space = 'root/cimv2/Security/MicrosoftVolumeEncryption'
$volumes = @(Get-CimInstance -Namespace $space -ClassName 'Win32_EncryptableVolume' -ErrorAction Stop)
@{
  volumes = @($volumes | ForEach-Object -Process {
    $percent = $null
    try {
      $percent = (Invoke-CimMethod -InputObject $_ -MethodName 'GetConversionStatus' -ErrorAction Stop).EncryptionPercentage
    } catch { $percent = $null }
    @{ mount = [string]$_.DriveLetter; status = [int]$_.ProtectionStatus; percent = $percent }
  })
}
`.trim();

export const encryption: WindowsCollector<'encryption'> = async (machine) => {
  const answer = await machine.powershell('encryption');
  const listed = anyListAt(answer, 'volumes');
  if (!listed) return unreadable('BitLocker answered in an unknown form');
  const volumes = listed.flatMap((volume): EncryptedVolume[] => {
    const mount = textAt(volume, 'mount');
    if (!mount) return []; // recovery partitions have no letter
    const percent = numberAt(volume, 'percent');
    return [
      {
        mount,
        protection_status: countAt(volume, 'status') ?? PROTECTION_STATUS.unknown,
        encryption_percent: percent === undefined ? null : Math.min(100, Math.max(0, percent)),
      },
    ];
  });
  if (volumes.length === 0) return unreadable('BitLocker names no volume of this PC');
  return reading<'encryption'>(summaryOf(volumes), { volumes });
};

function summaryOf(volumes: readonly EncryptedVolume[]): string {
  const isOn = (one: EncryptedVolume): boolean => one.protection_status === PROTECTION_STATUS.on;
  const named = (wanted: boolean): string =>
    some(
      volumes.filter((one) => isOn(one) === wanted).map(({ mount }) => mount),
      3,
    );
  const [on, off] = [named(true), named(false)];
  return [on && `protected: ${on}`, off && `not protected: ${off}`].filter(Boolean).join('; ');
}
