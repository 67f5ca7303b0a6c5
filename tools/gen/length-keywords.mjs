import { _, str } from 'ajv';

/** Above this a cap only has to bound memory, and counting characters would cost more than it tells. */
const COUNTED_UP_TO = 65_536;

/**
 * `maxLength` and `minLength` with the meaning of JSON Schema (characters, not UTF-16 units), but
 * without ajv's walk over every string: characters are only counted where the cheap length leaves
 * the answer open. A 12 MiB screenshot would otherwise block the event loop for 90 ms.
 */
export function addLengthKeywords(ajv) {
  ajv.removeKeyword('maxLength');
  ajv.removeKeyword('minLength');
  ajv.addKeyword({
    ...shared('maxLength', 'more'),
    code(cxt) {
      const { data, schemaCode: limit } = cxt;
      const long = _`${data}.length > ${limit}`;
      const many = _`${data}.length > ${limit} * 2 || [...${data}].length > ${limit}`;
      cxt.fail(cxt.schema > COUNTED_UP_TO ? long : _`${long} && (${many})`);
    },
  });
  ajv.addKeyword({
    ...shared('minLength', 'fewer'),
    code(cxt) {
      const { data, schemaCode: limit } = cxt;
      const few = _`${data}.length < ${limit} * 2 && [...${data}].length < ${limit}`;
      cxt.fail(_`${data}.length < ${limit} || (${few})`);
    },
  });
}

const shared = (keyword, comparison) => ({
  keyword,
  type: 'string',
  schemaType: 'number',
  before: 'pattern',
  error: {
    message: ({ schemaCode }) => str`must NOT have ${comparison} than ${schemaCode} characters`,
    params: ({ schemaCode }) => _`{limit: ${schemaCode}}`,
  },
});
