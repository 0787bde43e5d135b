/**
 * `npm start`: reads .env, builds the web app when its sources are newer than the build, then becomes the server. The npm
 * script begins with `exec`, so that no shell stands between npm and this process and swallows SIGTERM; what follows it
 * is for Windows, which has no `exec`.
 */
import { fileURLToPath } from 'node:url';
import { loadEnvFile } from '../server/src/config/load-env-file.ts';
import { buildWebAppIfStale } from './build-web-app.ts';

try {
  loadEnvFile(fileURLToPath(new URL('../', import.meta.url)));
  await buildWebAppIfStale();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
await import('../server/src/main.ts');
