import { ListOf, Nullable, Num, Text } from '../define/decorators.js';
import { defineSection, SectionPayload } from '../define/section.js';

export class ThermalSensor {
  @Text({ max: 256 })
  label!: string;

  /** Collectors keep only readings above 0 and below 150. */
  @Nullable()
  @Num()
  temperature_c!: number | null;
}

export class ThermalsPayload extends SectionPayload {
  @Nullable()
  @ListOf(() => ThermalSensor, 1000)
  sensors!: ThermalSensor[] | null;
}

export const thermals = defineSection({
  name: 'thermals',
  title: 'Temperatures',
  description: 'Temperature sensors of processor, board and drives.',
  group: 'hardware',
  mandatory: false,
  payload: ThermalsPayload,
  card: { icon: 'thermostat', headline: 'sensors[].temperature_c', unit: '°C' },
  series: [{ metric: 'temperature', path: 'sensors[].temperature_c', key: 'label', unit: '°C' }],
  os: ['windows', 'linux'],
});
