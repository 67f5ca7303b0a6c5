/**
 * A JSON Schema as a person reads it: `{entries: [{name, is_dir, bytes}], truncated?}`.
 * `?` may be missing (left out, or null where the schema allows it), `=30` is filled in then.
 */
export function sketch(schema) {
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties).map(([name, field]) =>
    fieldSketch(name, field, required.includes(name)),
  );
  return `{${fields.join(', ')}}`;
}

function fieldSketch(name, field, required) {
  if (field.default !== undefined) return `${name}=${field.default}`;
  const shape = shapeSketch(withoutNull(field));
  const shown = `${name}${required ? '' : '?'}`;
  return shape ? `${shown}: ${shape}` : shown;
}

function shapeSketch(field) {
  if (field.type === 'array') return `[${shapeSketch(field.items) || '…'}]`;
  return field.type === 'object' && field.properties ? sketch(field) : '';
}

/** What a value of the schema may be, in words: type, choice and limits. */
export function describeType(schema) {
  const words = typeWords(withoutNull(schema));
  return isNullable(schema) ? `${words} or null` : words;
}

function typeWords({ type, enum: choice, items, ...limits }) {
  if (choice) return choice.map((value) => `\`${value}\``).join(' | ');
  if (type === 'array')
    return `list, ≤ ${limits.maxItems} entries${items.properties ? '' : `, each ${typeWords(items)}`}`;
  if (type === 'string') return `text${lengthWords(limits)}${patternWords(limits)}`;
  if (type === 'integer' || type === 'number') return `${type}${rangeWords(limits)}`;
  if (type === 'boolean') return 'true or false';
  return 'object';
}

const lengthWords = ({ minLength, maxLength }) =>
  `, ${minLength ? `${minLength} to ` : '≤ '}${maxLength} characters`;
const patternWords = ({ pattern }) => (pattern ? `, matches \`${pattern}\`` : '');
const rangeWords = ({ minimum, maximum }) =>
  [minimum === undefined ? '' : ` ≥ ${minimum}`, maximum === undefined ? '' : ` ≤ ${maximum}`].join(
    '',
  );

function isNullable({ type, anyOf }) {
  return (
    (Array.isArray(type) && type.includes('null')) ||
    (anyOf ?? []).some((option) => option.type === 'null')
  );
}

function withoutNull(schema) {
  if (schema.anyOf) return schema.anyOf.find((option) => option.type !== 'null');
  if (!Array.isArray(schema.type)) return schema;
  const choice = schema.enum?.filter((value) => value !== null);
  return {
    ...schema,
    type: schema.type.find((type) => type !== 'null'),
    ...(choice ? { enum: choice } : {}),
  };
}
