/**
 * Refuses more than one effect in a thousand lines of the web app: most of what an effect does has a plainer
 * place.
 */
import { globSync, readFileSync } from 'node:fs';

const LINES_PER_EFFECT = 1000;

const files = globSync('web/src/**/*.{ts,tsx}').filter((path) => !/\.(test|generated)\.tsx?$/.test(path));
const texts = files.map((path) => readFileSync(path, 'utf8'));
const lines = texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0);
const effects = texts.reduce((sum, text) => sum + (text.match(/\buseEffect\(/g)?.length ?? 0), 0);
const per = `${effects} effects in ${lines.toLocaleString('en')} lines of web/src`;
if (effects * LINES_PER_EFFECT > lines) {
  console.error(
    `${per}: more than one in a thousand. See lib/use-once.ts, use-timer.ts, use-async-value.ts, browser/window-events.ts.`,
  );
  process.exitCode = 1;
} else console.log(`${per}: at most one in a thousand.`);
