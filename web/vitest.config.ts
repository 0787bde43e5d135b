/**
 * The tests of the web app's parts (web/test), in a real browser: what they are about, such as the focus, the keyboard,
 * IndexedDB, dialogs and styles, is there as it is for people.
 */
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BROWSER_ARGUMENTS, systemBrowser } from '../scripts/browser/browser-launch.ts';
import { commands } from './test/support/commands.ts';

const executablePath = systemBrowser();

export default defineConfig({
  plugins: [react(), tailwindcss()],
  // A package that is found only while a test runs would load every page again.
  optimizeDeps: { entries: ['src/main.tsx', 'test/support/setup.ts', 'test/**/*.test.ts'] },
  test: {
    name: 'web',
    include: ['test/**/*.test.{ts,tsx}'],
    globalSetup: 'test/support/require-browser.ts',
    setupFiles: 'test/support/setup.ts',
    testTimeout: 240_000,
    hookTimeout: 240_000,
    maxWorkers: 2,
    // The files of a worker share a page: loading the app's modules anew is a third of the time.
    isolate: false,
    // Two cores carry two pages, or two workers of the other tests.
    sequence: { groupOrder: 1 },
    expect: { poll: { timeout: 90_000 } },
    browser: {
      enabled: true,
      headless: true,
      ui: false,
      screenshotFailures: false,
      // As in the journeys: a name is found by a part of it, unless a test asks for all of it.
      locators: { exact: false },
      testerHtmlPath: 'test/support/tester.html',
      viewport: { width: 1280, height: 720 },
      instances: [{ browser: 'chromium' }],
      provider: playwright({
        launchOptions: { ...(executablePath && { executablePath }), args: [...BROWSER_ARGUMENTS] },
        actionTimeout: 90_000,
      }),
      commands,
    },
  },
});
