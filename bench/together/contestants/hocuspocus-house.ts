/** The peer: hocuspocus' server in a process of its own, with pages that it has saved before. */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import * as Y from 'yjs';
import { freePort } from '../../../scripts/free-port.ts';
import { startChildServer } from '../../contestants/child-server.ts';
import { installPeers } from '../../install-peers.ts';
import { FIELD } from '../open-page.ts';

const MAIN = fileURLToPath(new URL('../../peers/hocuspocus-server.ts', import.meta.url));

export interface HocuspocusServer {
  readonly origin: string;
  readonly processId: number;
  stop(): Promise<void>;
}

/** @throws {Error} when it cannot be installed or does not start */
export async function startHocuspocus(
  directory: string,
  pages: readonly (readonly [name: string, text: string])[],
  profileDirectory: string | undefined,
): Promise<HocuspocusServer> {
  installPeers();
  const file = path.join(directory, 'hocuspocus.sqlite');
  fill(file, pages);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const server = await startChildServer({
    args: [...(profileDirectory ? ['--cpu-prof', `--cpu-prof-dir=${profileDirectory}`] : []), MAIN],
    environment: { PORT: String(port), DATABASE: file, NODE_ENV: 'production' },
    probe: origin,
  });
  return { origin, processId: server.processId, stop: server.stop };
}

function fill(file: string, pages: readonly (readonly [name: string, text: string])[]): void {
  const database = new DatabaseSync(file);
  database.exec('create table documents (name text primary key, state blob not null)');
  const insert = database.prepare('insert into documents (name, state) values (?, ?)');
  for (const [name, text] of pages) {
    const document = new Y.Doc();
    document.getText(FIELD).insert(0, text);
    insert.run(name, Y.encodeStateAsUpdate(document));
  }
  database.close();
}
