/** hocuspocus with its defaults: it saves two seconds after the last edit, and ten after the first, here into SQLite. */
import { DatabaseSync } from 'node:sqlite';
import { Database } from '@hocuspocus/extension-database';
import { Server } from '@hocuspocus/server';

const database = new DatabaseSync(String(process.env.DATABASE));
database.exec('pragma journal_mode = wal');
database.exec('create table if not exists documents (name text primary key, state blob not null)');
const read = database.prepare('select state from documents where name = ?');
const write = database.prepare(
  'insert into documents (name, state) values (?, ?) on conflict (name) do update set state = excluded.state',
);

const server = new Server({
  port: Number(process.env.PORT),
  address: '127.0.0.1',
  quiet: true,
  onAuthenticate: async ({ token }) => {
    if (token !== 'bench') throw new Error('Nobody else comes in.');
  },
  extensions: [
    new Database({
      fetch: async ({ documentName }) => read.get(documentName)?.state ?? null,
      store: async ({ documentName, state }) => void write.run(documentName, state),
    }),
  ],
});
await server.listen();
