import { openDatabase, type OpenDatabase } from './open-database.js';

/**
 * Opens one database and can close it whatever becomes of those who were to use it: when a part of
 * the server fails while it is made, nobody else knows any more that the folder is locked.
 */
export class DatabaseOwner {
  private opening: Promise<OpenDatabase> | undefined;

  readonly open: typeof openDatabase = (...place) => (this.opening = openDatabase(...place));

  async close(): Promise<void> {
    const opened = await this.opening?.catch(() => undefined);
    await opened?.close();
  }
}
