import type { CatalogToolView } from '@kenny/contract/client';
import { nearest } from '@kenny/kernel';
import { CliError } from '../errors.js';

interface Property {
  readonly type?: string | readonly string[];
  readonly items?: Property;
  readonly title?: string;
  readonly enum?: readonly unknown[];
}

/** One argument of a tool, as its schema has it. */
export interface ToolArgument {
  readonly name: string;
  /** What it is, in a few words; may be empty. */
  readonly about: string;
  readonly isList: boolean;
  /** Those it takes, if they are few. */
  readonly values: readonly string[];
}

/**
 * Arguments from a command line: `name=value` as the tool's schema wants it (a number, true or false,
 * a list by repeating it), on top of those that came as JSON.
 */
export function typedArgs(
  tool: Pick<CatalogToolView, 'name' | 'args'>,
  pairs: readonly string[],
  json: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const properties = propertiesOf(tool.args);
  const args: Record<string, unknown> = { ...json };
  const lists = new Set<string>();
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(0, at));
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (at < 1) throw wrong(`--arg ${pair.slice(0, 40)} is not like name=value.`);
    if (!property) throw unknown(tool, name);
    const value = pair.slice(at + 1);
    if (!isType(property, 'array')) {
      args[name] = typed(name, property, value);
      continue;
    }
    const before = lists.has(name) ? (args[name] as unknown[]) : [];
    args[name] = [...before, typed(name, property.items ?? {}, value)];
    lists.add(name);
  }
  return args;
}

/** Those that are needed come first. */
export function argumentsOf(tool: Pick<CatalogToolView, 'args'>): ToolArgument[] {
  const required = requiredOf(tool.args);
  return Object.entries(propertiesOf(tool.args))
    .map(([name, property]) => ({
      name,
      about: property.title ?? '',
      isList: isType(property, 'array'),
      values: valuesOf(property),
    }))
    .sort((a, b) => Number(required.includes(b.name)) - Number(required.includes(a.name)));
}

function valuesOf(property: Property): string[] {
  if (isType(property, 'boolean')) return ['true', 'false'];
  const { enum: known } = isType(property, 'array') ? (property.items ?? {}) : property;
  return (known ?? []).filter((value) => typeof value === 'string');
}

/** What the server would refuse in its own words. @throws CliError with a line for each */
export function refuseMissing(
  tool: Pick<CatalogToolView, 'name' | 'args'>,
  args: Readonly<Record<string, unknown>>,
): void {
  const properties = propertiesOf(tool.args);
  const extra = Object.keys(args).find((name) => !Object.hasOwn(properties, name));
  if (extra !== undefined) throw unknown(tool, extra);
  const required = requiredOf(tool.args);
  const missing = Object.keys(properties).filter(
    (name) => required.includes(name) && !Object.hasOwn(args, name),
  );
  if (missing.length === 0) return;
  throw wrong(missing.map((name) => `${name} is missing: --arg ${name}=…`).join('\n'));
}

function unknown(tool: Pick<CatalogToolView, 'name' | 'args'>, name: string): CliError {
  const properties = propertiesOf(tool.args);
  const close = nearest(name, Object.keys(properties));
  const meant = close === undefined ? '' : `Did you mean ${close}? `;
  return wrong(`${tool.name} has no argument ${name.slice(0, 64)}. ${meant}${known(properties)}`);
}

function typed(name: string, property: Property, text: string): unknown {
  if (isType(property, 'integer') || isType(property, 'number')) {
    const number = Number(text);
    if (text.trim() !== '' && Number.isFinite(number)) return number;
    throw wrong(`${name} is a number, not ${JSON.stringify(text.slice(0, 40))}.`);
  }
  if (isType(property, 'boolean')) {
    if (text === 'true' || text === 'false') return text === 'true';
    throw wrong(`${name} is true or false, not ${JSON.stringify(text.slice(0, 40))}.`);
  }
  if (isType(property, 'object')) throw wrong(`${name} is an object: give it with --json-args.`);
  return text;
}

function isType({ type }: Property, name: string): boolean {
  return Array.isArray(type) ? type.includes(name) : type === name;
}

function propertiesOf({ properties }: Record<string, unknown>): Record<string, Property> {
  return typeof properties === 'object' && properties !== null
    ? (properties as Record<string, Property>)
    : {};
}

function requiredOf({ required }: Record<string, unknown>): readonly unknown[] {
  return Array.isArray(required) ? required : [];
}

function known(properties: Record<string, Property>): string {
  const names = Object.keys(properties);
  return names.length === 0 ? 'It takes none.' : `It takes: ${names.join(', ')}.`;
}

function wrong(message: string): CliError {
  return new CliError('bad_args', message);
}
