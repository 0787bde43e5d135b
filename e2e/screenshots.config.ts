/** `playwright test --config e2e/screenshots.config.ts` takes the pictures in docs and on the landing page again. */
import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

export default defineConfig({ ...journeys, testDir: 'screenshots', testMatch: '**/*.shots.ts' });
