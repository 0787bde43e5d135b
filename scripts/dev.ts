/**
 * `npm run dev`: reads .env, then runs the server, restarting on change, and the web app, reloading in place, together
 * until Ctrl+C. PORT and HOST are the server's; the web app asks it for its configuration, so it starts once the server
 * answers.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { loadEnvFile } from '../server/src/config/load-env-file.ts';

loadEnvFile(fileURLToPath(new URL('../', import.meta.url)));
const START_TIMEOUT_MS = 60_000;
const address = `http://${process.env.HOST || '127.0.0.1'}:${process.env.PORT || '3000'}`;

const server = spawn('node', ['--watch', 'server/src/main.ts'], { stdio: 'inherit' });
const children: ChildProcess[] = [server];
endTogether(server);
if (await answers(Date.now() + START_TIMEOUT_MS)) {
  const env = { ...process.env, TRELLIS_SERVER: address };
  const web = spawn('vite', [], { stdio: 'inherit', cwd: 'web', env });
  children.push(web);
  endTogether(web);
} else {
  process.stderr.write(`The server did not answer at ${address}.\n`);
  server.kill();
}

/** Ends all of them with the first that ends: none is of use alone. */
function endTogether(child: ChildProcess): void {
  child.once('exit', () => {
    for (const other of children) other.kill();
  });
}

async function answers(deadline: number): Promise<boolean> {
  while (Date.now() < deadline && server.exitCode === null) {
    const response = await fetch(`${address}/health`).catch(() => undefined);
    if (response?.ok) return true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return false;
}
