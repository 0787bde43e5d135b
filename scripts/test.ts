/**
 * `npm test`: everything. Style and types, the web app's size, unit and contract tests, then the journeys in a real browser.
 * `npm test -- --no-check` leaves out style and types, for a second run on another database.
 */
import { buildWebAppIfStale } from './build-web-app.ts';
import { findBrowser } from './find-browser.ts';
import { runCommand } from './run-command.ts';

if (!process.argv.includes('--no-check')) await runCommand('npm', ['run', '--silent', 'check']);
await buildWebAppIfStale();
await runCommand('node', ['scripts/budgets/check-budgets.ts']);
await runCommand('vitest', ['run']);
const browser = await findBrowser();
await runCommand('playwright', ['test', '--config', 'e2e/playwright.config.ts'], { CHROMIUM_PATH: browser });
