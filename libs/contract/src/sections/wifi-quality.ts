import { Bool, Nullable, Num, Text, Volatile } from '../define/decorators.js';
import { defineSection, SectionPayload } from '../define/section.js';

export class WifiQualityPayload extends SectionPayload {
  @Nullable()
  @Bool()
  connected!: boolean | null;

  @Nullable()
  @Text({ max: 128 })
  ssid!: string | null;

  @Nullable()
  @Num({ min: 0, max: 100 })
  signal_percent!: number | null;

  /** e.g. `2.4 GHz`, `5 GHz`. */
  @Nullable()
  @Volatile()
  @Text({ max: 32 })
  band!: string | null;
}

export const wifiQuality = defineSection({
  name: 'wifi_quality',
  title: 'Wi-Fi',
  description: 'The wireless network in use and the strength of its signal.',
  group: 'daily',
  mandatory: false,
  payload: WifiQualityPayload,
  card: { icon: 'wifi', headline: 'signal_percent', unit: '%' },
  series: [{ metric: 'wifi_signal', path: 'signal_percent', unit: '%' }],
  os: ['windows', 'linux'],
});
