/** The last so many names, for telling what was once known from what never was. */
export class Remembered {
  private readonly names = new Set<string>();

  constructor(private readonly most: number) {}

  add(name: string): void {
    this.names.delete(name);
    this.names.add(name);
    for (const oldest of this.names) {
      if (this.names.size <= this.most) return;
      this.names.delete(oldest);
    }
  }

  has(name: string): boolean {
    return this.names.has(name);
  }

  delete(name: string): void {
    this.names.delete(name);
  }

  clear(): void {
    this.names.clear();
  }
}
