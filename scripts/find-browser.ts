/** Finds a Chromium for the journeys, and installs one when there is none. */
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { installSystemPackage, runCommand } from './run-command.ts';

const KNOWN_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** @returns the path of an executable; CHROMIUM_PATH names another than the one found */
export async function findBrowser(): Promise<string> {
  const found = installedBrowser();
  if (found) return found;
  process.stdout.write('No Chromium was found; the journeys need one.\n');
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) await installSystemPackage('chromium');
  else await runCommand('npx', ['playwright', 'install', 'chromium']);
  const installed = installedBrowser();
  if (!installed) throw new Error('Chromium could not be installed: install it and set CHROMIUM_PATH.');
  return installed;
}

function installedBrowser(): string | undefined {
  const given = process.env.CHROMIUM_PATH;
  return [...(given ? [given] : []), ...KNOWN_PLACES, chromium.executablePath()].find((path) =>
    existsSync(path),
  );
}
