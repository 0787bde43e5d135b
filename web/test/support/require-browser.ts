/** Before any page is opened: says in words that there is no browser to open it in. */
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { systemBrowser } from '../../../scripts/browser/browser-launch.ts';

/** @throws {Error} without a browser */
export default function requireBrowser(): void {
  if (systemBrowser() || existsSync(chromium.executablePath())) return;
  throw new Error(
    'The tests in web/test need Chromium, and none was found: "npm test" installs one, and CHROMIUM_PATH names one that is elsewhere.',
  );
}
