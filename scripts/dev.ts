/** `npm run dev`: the server restarting on change, and the web app reloading in place, together until Ctrl+C. */
import { spawn } from 'node:child_process';

const children = [
  spawn('node', ['--watch', 'server/src/main.ts'], { stdio: 'inherit' }),
  spawn('vite', [], { stdio: 'inherit', cwd: 'web' }),
];
for (const child of children) {
  // One alone is of no use.
  child.once('exit', () => {
    for (const other of children) other.kill();
  });
}
