import { ValidationPipe, type ValidationError } from '@nestjs/common';
import { KennyError } from '../../errors/index.js';

interface FieldIssue {
  path: string;
  message: string;
}

/** The one pipe: shapes from the contract, unknown keys refused, every problem named. */
export function bodyPipe(): ValidationPipe {
  return new ValidationPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    transform: true,
    exceptionFactory: (errors) => {
      const issues = errors.flatMap((error) => issuesOf(error, ''));
      const words = issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
      return new KennyError('validation', words.slice(0, 1000), { issues: issues.slice(0, 20) });
    },
  });
}

function issuesOf(
  { property, constraints, children }: ValidationError,
  parent: string,
): FieldIssue[] {
  const path = parent === '' ? property : `${parent}.${property}`;
  const own = Object.values(constraints ?? {}).map((message) => ({ path, message }));
  return [...own, ...(children ?? []).flatMap((child) => issuesOf(child, path))];
}
