/**
 * A process of its own that makes a new database in an empty folder, and ends: the engine runs twice for it,
 * and neither its memory nor its code is to stay with the server.
 */
import { MemoryFS } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { LightPglite } from '../thread/light-pglite.ts';
import { copyLargeArraysSparsely } from './sparse-copies.ts';

const [folder = ''] = process.argv.slice(2);
process.on('disconnect', () => process.exit());

/**
 * A folder that the engine takes for memory: a new database is made in memory right where it is used, but for a folder in
 * memory first, then in an archive, and is read from there.
 */
class DirectFolder extends MemoryFS {
  readonly #files: NodeFS;

  constructor(directory: string) {
    super();
    this.#files = new NodeFS(directory);
  }

  override init(...[pglite, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    this.pg = pglite;
    return this.#files.init(pglite, options);
  }

  override closeFs(): Promise<void> {
    return this.#files.closeFs();
  }
}

copyLargeArraysSparsely();
let problem: string | undefined;
try {
  const pglite = new LightPglite({
    fs: new DirectFolder(folder),
    // Room for the making only: the server says how much it wants when it opens the database.
    initDbStartParams: ['--set', 'shared_buffers=4MB'],
  });
  await pglite.waitReady;
  await pglite.close();
} catch (error) {
  problem = (error as Error).message;
}
process.send?.({ problem }, () => process.exit());
