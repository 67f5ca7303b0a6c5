import { Bool, Field, ListOf, Nullable, Text } from '../define/decorators.js';
import { defineSection, SectionPayload } from '../define/section.js';

export class AntivirusProduct {
  @Text({ max: 256 })
  name!: string;

  @Nullable()
  @Text({ max: 64 })
  @Field({ description: 'See PRODUCT_STATE.' })
  state!: string | null;

  @Nullable()
  @Bool()
  up_to_date!: boolean | null;
}

export class AvThirdpartyPayload extends SectionPayload {
  @Nullable()
  @ListOf(() => AntivirusProduct, 100)
  products!: AntivirusProduct[] | null;
}

export const avThirdparty = defineSection({
  name: 'av_thirdparty',
  title: 'Other antivirus',
  description: 'Antivirus products other than Defender, and whether they are up to date.',
  group: 'security',
  mandatory: false,
  payload: AvThirdpartyPayload,
  card: { icon: 'security', headline: 'products[].name' },
  series: [],
  os: ['windows', 'linux'],
});
