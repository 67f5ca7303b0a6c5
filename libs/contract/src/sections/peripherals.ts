import { Field, ListOf, Nullable, Text } from '../define/decorators.js';
import { defineSection, SectionPayload } from '../define/section.js';

export class PeripheralDevice {
  @Text({ max: 500 })
  name!: string;

  @Nullable()
  @Text({ max: 200 })
  class!: string | null;

  @Nullable()
  @Text({ max: 100 })
  @Field({ description: 'See DEVICE_STATUS.' })
  status!: string | null;
}

export class PeripheralsPayload extends SectionPayload {
  @Nullable()
  @ListOf(() => PeripheralDevice)
  devices!: PeripheralDevice[] | null;
}

export const peripherals = defineSection({
  name: 'peripherals',
  title: 'Peripherals',
  description: 'Devices that are plugged in or built in, and whether the system reports a fault.',
  group: 'core',
  mandatory: true,
  payload: PeripheralsPayload,
  card: { icon: 'usb', headline: 'devices[].name' },
  series: [],
  os: ['windows', 'linux'],
});
