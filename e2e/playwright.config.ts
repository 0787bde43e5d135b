import { defineConfig } from '@playwright/test';

/** The last such list counts, so Playwright's own is in it. */
const SWITCHED_OFF = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  // Parts of a window that nobody sees. The address bar's two lists are pages of their own, with a process for every
  // new window: they take more time than the pages under test.
  'AimEnabled',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PreconnectToSearch',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
];

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './support/global-setup.ts',
  outputDir: '../test-results',
  // Each has a browser and a server of its own.
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    actionTimeout: 15_000,
    // Recording slows every journey down: `--trace on` for one that is looked into.
    trace: 'off',
    screenshot: 'only-on-failure',
    // It fetches the whole build again for every new browser; journeys whose subject it is allow it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        // Chromium's sandbox needs rights that root in a container does not have.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        `--disable-features=${SWITCHED_OFF.join(',')}`,
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
