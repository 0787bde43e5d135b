/** `playwright test --config e2e/screenshots.config.ts` takes the pictures in docs/screenshots anew. */
import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

export default defineConfig({ ...journeys, testDir: 'screenshots', testMatch: '**/*.shots.ts' });
