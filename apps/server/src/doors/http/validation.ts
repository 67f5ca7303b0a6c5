import { ValidationPipe, type ValidationError } from '@nestjs/common';
import { KennyError } from '../../errors/index.js';

interface FieldIssue {
  path: string;
  message: string;
}

/** A client's own words come back in these, so they are cut. */
const MOST_ISSUES = 20;
const LONGEST_PATH = 128;
const LONGEST_MESSAGE = 300;

/** The one pipe: shapes from the contract, unknown keys refused, every problem named. */
export function bodyPipe(): ValidationPipe {
  return new ValidationPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    transform: true,
    exceptionFactory: (errors) => {
      const issues = errors.flatMap((error) => issuesOf(error, '')).slice(0, MOST_ISSUES);
      const words = issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
      return new KennyError('validation', words.slice(0, 1000), { issues });
    },
  });
}

function issuesOf(
  { property, constraints, children }: ValidationError,
  parent: string,
): FieldIssue[] {
  const path = (parent === '' ? property : `${parent}.${property}`).slice(0, LONGEST_PATH);
  const own = Object.values(constraints ?? {}).map((message) => ({
    path,
    message: message.slice(0, LONGEST_MESSAGE),
  }));
  return [...own, ...(children ?? []).flatMap((child) => issuesOf(child, path))];
}
