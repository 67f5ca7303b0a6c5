import { Field, Text } from '../define/decorators.js';

/** An absolute path on the PC; what may be read is the path guard's decision (design §6). */
export function FsPath(label: string): PropertyDecorator {
  const text = Text({ min: 1, max: 4096 });
  const field = Field({
    label,
    description: 'The whole path, such as C:\\Users or /home.',
    editor: 'path',
  });
  return (target, key) => {
    field(target, key);
    text(target, key);
  };
}
