/**
 * `npm start`: builds the web app when its sources are newer than the build, then becomes the server. The npm script
 * begins with `exec`, so that no shell stands between npm and this process and swallows SIGTERM; what follows it is for
 * Windows, which has no `exec`.
 */
import { buildWebAppIfStale } from './build-web-app.ts';

await buildWebAppIfStale();
await import('../server/src/main.ts');
