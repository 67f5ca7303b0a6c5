import { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject } from '@kenny/kernel';
import { objectsIn, type Json } from './blocks.js';

const NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const FIELDS = ['name', 'description', 'input_schema', 'cache_control', 'strict', 'type'];
const ONLY_INSIDE = ['oneOf', 'allOf', 'anyOf'];

/** The same list of tools comes with every request; its schemas are compiled once. */
const approved = new Set<string>();

/** What is wrong with the list of tools. */
export function toolsFault(tools: unknown): string | undefined {
  if (tools === undefined) return undefined;
  const text = JSON.stringify(tools);
  if (approved.has(text)) return undefined;
  const names = new Set<unknown>();
  for (const [index, tool] of objectsIn(tools).entries()) {
    const fault = toolFault(tool, `tools.${index}`);
    if (fault !== undefined) return fault;
    if (names.has(tool['name']))
      return `tools: Tool names must be unique (${String(tool['name'])})`;
    names.add(tool['name']);
  }
  approved.add(text);
  return undefined;
}

function toolFault(tool: Json, at: string): string | undefined {
  const { name, input_schema: schema } = tool;
  const extra = Object.keys(tool).find((field) => !FIELDS.includes(field));
  if (extra !== undefined) return `${at}.${extra}: Extra inputs are not permitted`;
  if (typeof name !== 'string' || !NAME.test(name)) {
    return `${at}.name: String should match pattern '${NAME.source}'`;
  }
  if (!isObject(schema) || schema['type'] !== 'object') {
    return `${at}.input_schema.type: Input should be 'object'`;
  }
  const outside = ONLY_INSIDE.find((keyword) => keyword in schema);
  if (outside !== undefined) return `${at}.input_schema: no ${outside} at the top level`;
  try {
    new Ajv2020({ strict: false }).compile(schema);
    return undefined;
  } catch (error) {
    return `${at}.input_schema: JSON schema is invalid: ${String(error)}`;
  }
}
