import 'reflect-metadata';
import {
  AnyObject,
  Bool,
  Field,
  ListOf,
  Nested,
  Nullable,
  Num,
  OneOf,
  Optional,
  Text,
  TextList,
  Volatile,
  Whole,
} from '../define/decorators.js';
import { deriveDefinitions, schemaOf } from './derive.js';

class Leaf {
  @Text({ min: 1, max: 9, pattern: '^[a-z]+$' })
  name!: string;
}

class Sample {
  @Optional()
  @Whole({ min: 1, max: 600 })
  @Field({ label: 'Timeout', unit: 's', editor: 'number', default: 30 })
  timeout_s!: number;

  @Num({ min: 0 })
  share!: number;

  @Bool()
  on!: boolean;

  @OneOf(['a', 'b'])
  choice!: string;

  @Nullable()
  @OneOf(['a', 'b'])
  maybeChoice!: string | null;

  @Nullable()
  @Text({ max: 5 })
  maybeText!: string | null;

  @Nullable()
  @Volatile()
  @Text({ max: 5 })
  @Field({ description: 'Moves by itself.' })
  restless!: string | null;

  @Nullable()
  @Nested(() => Leaf)
  maybeLeaf!: Leaf | null;

  @Nullable()
  @ListOf(() => Leaf, 3)
  maybeLeaves!: Leaf[] | null;

  @TextList({ max: 2, of: ['x', 'y'] })
  picks!: string[];

  @AnyObject()
  open!: Record<string, unknown>;
}

class Empty {}

const definitions = deriveDefinitions('#/definitions/');
const leaf = {
  type: 'object',
  properties: { name: { type: 'string', minLength: 1, maxLength: 9, pattern: '^[a-z]+$' } },
  required: ['name'],
};

describe('schemas derived from decorated classes', () => {
  const { properties, required, ...rest } = schemaOf(Sample, definitions, false);

  it('say what each word of the vocabulary means', () => {
    expect(properties).toEqual({
      timeout_s: {
        type: 'integer',
        minimum: 1,
        maximum: 600,
        title: 'Timeout',
        default: 30,
        'x-unit': 's',
        'x-editor': 'number',
      },
      share: { type: 'number', minimum: 0 },
      on: { type: 'boolean' },
      choice: { type: 'string', enum: ['a', 'b'] },
      maybeChoice: { type: ['string', 'null'], enum: ['a', 'b', null] },
      maybeText: { type: ['string', 'null'], maxLength: 5 },
      restless: {
        type: ['string', 'null'],
        maxLength: 5,
        description: 'Moves by itself.',
        'x-volatile': true,
      },
      maybeLeaf: { anyOf: [leaf, { type: 'null' }] },
      maybeLeaves: { type: ['array', 'null'], maxItems: 3, items: leaf },
      picks: { type: 'array', maxItems: 2, items: { type: 'string', enum: ['x', 'y'] } },
      open: { type: 'object' },
    });
  });

  it('require what is neither optional nor nullable', () => {
    expect(required).toEqual(['share', 'on', 'choice', 'picks', 'open']);
    expect(rest).toEqual({ type: 'object' });
  });

  it('are closed all the way down when they describe arguments', () => {
    const closed = schemaOf(Sample, definitions, true);
    const closedLeaf = { ...leaf, additionalProperties: false };
    expect(closed['additionalProperties']).toBe(false);
    expect(closed['properties']).toMatchObject({
      maybeLeaf: { anyOf: [closedLeaf, { type: 'null' }] },
      maybeLeaves: { items: closedLeaf },
    });
  });

  it('accept only an empty object for a class without properties, when closed', () => {
    expect(schemaOf(Empty, definitions, true)).toEqual({
      type: 'object',
      properties: {},
      additionalProperties: false,
    });
  });

  it('refer into OpenAPI with another prefix', () => {
    const sample = deriveDefinitions('#/components/schemas/')['Sample'];
    expect(sample?.['properties']).toMatchObject({
      maybeLeaves: { items: { $ref: '#/components/schemas/Leaf' } },
    });
  });

  it('refuse two classes of one name, since one schema would stand for both', () => {
    const decorateAgain = () => {
      class Leaf {
        @Bool()
        other!: boolean;
      }
      return Leaf;
    };
    decorateAgain();
    expect(() => deriveDefinitions('#/definitions/')).toThrow(
      'two decorated classes are named Leaf; rename one',
    );
  });
});
