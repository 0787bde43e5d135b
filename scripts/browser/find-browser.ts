/** Finds a Chromium for the journeys and for the tests of the web app's parts, and installs one if none is found. */
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { installSystemPackage, runCommand } from '../run-command.ts';
import { systemBrowser } from './browser-launch.ts';

/** @returns the path of an executable; CHROMIUM_PATH names another than the one found */
export async function findBrowser(): Promise<string> {
  const found = installedBrowser();
  if (found) return found;
  process.stdout.write('No Chromium was found; the tests need one.\n');
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
    await installSystemPackage('chromium-headless-shell').catch(() => installSystemPackage('chromium'));
  else await runCommand('npx', ['playwright', 'install', 'chromium']);
  const installed = installedBrowser();
  if (!installed) throw new Error('Chromium could not be installed: install it and set CHROMIUM_PATH.');
  return installed;
}

function installedBrowser(): string | undefined {
  const own = chromium.executablePath();
  return systemBrowser() ?? (existsSync(own) ? own : undefined);
}
