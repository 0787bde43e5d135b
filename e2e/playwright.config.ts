/**
 * How the journeys run: each worker has a browser and a server of its own. A failed journey is tried once more
 * where `CI` is set.
 */
import { defineConfig } from '@playwright/test';
import { BROWSER_ARGUMENTS } from '../scripts/browser/browser-launch.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './support/global-setup.ts',
  outputDir: '../test-results',
  // Each has a browser and a server of its own.
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A journey that passes only then is listed as flaky, with a trace that shows why.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    actionTimeout: 15_000,
    // Recording slows every journey down: one is recorded when it is tried again.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    // It fetches the whole build again for every new browser; journeys whose subject it is allow it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [...BROWSER_ARGUMENTS],
    },
  },
});
