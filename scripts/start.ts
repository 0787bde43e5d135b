/** `npm start`: builds the web app when its sources are newer than the build, then becomes the server. */
import { buildWebAppIfStale } from './build-web-app.ts';

await buildWebAppIfStale();
await import('../server/src/main.ts');
