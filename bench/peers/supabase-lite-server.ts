/** Serves @supabase/lite as its documentation shows for Node ("Embedded / programmatic"), without its telemetry. */
import { serve } from '@hono/node-server';
import { App } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';

const { PORT, DATABASE_URL, JWT_SECRET, PUBLISHABLE_KEY } = process.env;

const connection = createPostgresConnection({
  url: String(DATABASE_URL),
  postgresOptions: { max: 16 },
});
const app = new App({
  connection,
  // Its default would cut the tree at 1,000 pages.
  api: { max_rows: 100_000 },
  auth: { enabled: true, jwt_secret: JWT_SECRET, publishable_key: PUBLISHABLE_KEY },
});

serve({
  port: Number(PORT),
  hostname: '127.0.0.1',
  fetch: (request, env) => app.fetch(request, { peerAddress: env.incoming.socket.remoteAddress ?? null }),
});

process.on('SIGTERM', () => process.exit());
