/** This project's server, started as `npm start` does, on a free port with the settings of a first start. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/free-port.ts';
import type { DataSet } from '../dataset/data-set.ts';
import { importPages } from '../measure/import.ts';
import { startChildServer } from './child-server.ts';
import type { Contestant, Engine } from './contestant.ts';
import { httpLane } from './http-lane.ts';

const FOLDER = fileURLToPath(new URL('../../', import.meta.url));

export interface RunningServer {
  readonly origin: string;
  /** The publishable key, which every request carries. */
  readonly apiKey: string;
  readonly processId: number;
  stop(): Promise<void>;
}

export interface ServerSettings {
  readonly dataDir: string;
  /** Undefined for the embedded database. */
  readonly databaseUrl: string | undefined;
  /** The file of a CPU profile, written when it stops; undefined for none. */
  readonly profileDirectory: string | undefined;
  /** A free one, where none is given. */
  readonly port?: number;
  /** Another checkout than this one. */
  readonly folder?: string;
  /** Settings beside those of a first start. */
  readonly more?: Readonly<Record<string, string>>;
}

export async function startServer(settings: ServerSettings): Promise<RunningServer> {
  const port = settings.port ?? (await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const { dataDir, databaseUrl, profileDirectory, folder = FOLDER } = settings;
  const main = path.join(folder, 'server/src/main.ts');
  const server = await startChildServer({
    args: [...(profileDirectory ? ['--cpu-prof', `--cpu-prof-dir=${profileDirectory}`] : []), main],
    environment: {
      PORT: String(port),
      SITE_URL: origin,
      DATA_DIR: dataDir,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...settings.more,
    },
    probe: `${origin}/health`,
  });
  const config = (await (await fetch(`${origin}/config.json`)).json()) as { supabasePublishableKey: string };
  return {
    origin,
    apiKey: config.supabasePublishableKey,
    processId: server.processId,
    stop: server.stop,
  };
}

export function trellisServer(server: RunningServer, engine: Engine, data: DataSet): Contestant {
  return {
    name: 'Trellis',
    engine,
    part: 'server',
    data,
    processId: server.processId,
    openLane: async () => httpLane(server.origin, server.apiKey, data),
    import: () => importPages(server, data.drafter),
    close: server.stop,
  };
}
