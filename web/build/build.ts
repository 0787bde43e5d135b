/**
 * Builds the web app (`npm run build`). The operator's files in web/content are read first: a wrong one is
 * theirs to mend, so they get a sentence about it and no bundler output. `--quiet` omits the file list, too.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { parseLandingContent } from '../src/features/landing/landing-content.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** @returns what is wrong with the operator's words, in a sentence */
async function problemOfContent(): Promise<string | undefined> {
  try {
    parseLandingContent(await readFile(`${root}content/landing.json`, 'utf8'));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const problem = await problemOfContent();
if (problem === undefined) {
  const logLevel = process.argv.includes('--quiet') ? 'warn' : 'info';
  await build({ root, configFile: `${root}vite.config.ts`, logLevel });
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
