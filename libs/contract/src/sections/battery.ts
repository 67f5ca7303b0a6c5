import { Bool, Field, Nullable, Num, Volatile, Whole } from '../define/decorators.js';
import { defineSection, SectionPayload } from '../define/section.js';
import { BATTERY_STATUS_WORDS } from './vocabulary.js';

export class BatteryPayload extends SectionPayload {
  @Nullable()
  @Bool()
  @Field({ words: { true: null } })
  present!: boolean | null;

  @Nullable()
  @Num({ min: 0 })
  charge_percent!: number | null;

  /** Full charge capacity against design capacity; new packs may exceed 100. */
  @Nullable()
  @Num({ min: 0 })
  health_percent!: number | null;

  /** `Win32_Battery.BatteryStatus`: 1 discharging, 2 on mains, 3 full, 6 charging … */
  @Nullable()
  @Volatile()
  @Whole({ min: 0 })
  @Field({ words: BATTERY_STATUS_WORDS })
  status_code?: number | null;
}

export const battery = defineSection({
  name: 'battery',
  title: 'Battery',
  description: 'Charge of the battery and how much of its design capacity is left.',
  group: 'hardware',
  mandatory: false,
  payload: BatteryPayload,
  card: { icon: 'battery_full', headline: 'health_percent', unit: '%' },
  series: [
    { metric: 'battery_charge', path: 'charge_percent', unit: '%' },
    { metric: 'battery_health', path: 'health_percent', unit: '%' },
  ],
  os: ['windows', 'linux'],
});
