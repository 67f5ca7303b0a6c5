import { Field, Text } from '../define/decorators.js';

/** An absolute path on the PC; what may be read is the path guard's decision (design §6). */
export function FsPath(label: string): PropertyDecorator {
  const text = Text({ min: 1, max: 4096 });
  const field = Field({ label, description: 'Absolute path on the PC.', editor: 'path' });
  return (target, key) => {
    field(target, key);
    text(target, key);
  };
}
