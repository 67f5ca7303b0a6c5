import type { FleetAgent } from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';

/**
 * Whether somebody has typed which PC it is: its name as it is shown, without case and with either
 * apostrophe, or its ID, since not every name can be typed.
 */
export function namesPc(typed: string, pc: Pick<FleetAgent, 'agent_id' | 'name'>): boolean {
  const text = typedText(typed);
  return text !== '' && (text === typedText(pc.name) || typed.trim() === pc.agent_id);
}

/** Whether it may still become that while somebody types. */
export function beginsToName(typed: string, pc: Pick<FleetAgent, 'agent_id' | 'name'>): boolean {
  return (
    typedText(pc.name).startsWith(typedText(typed)) || pc.agent_id.startsWith(typed.trimStart())
  );
}

/** As any keyboard types it. */
function typedText(text: string): string {
  return visibleText(text)
    .normalize('NFC')
    .replaceAll(/[’‘ʼ`´]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
