/** Around each test: it keeps nothing of the one before, and fails on requests that it does not expect. */
import { afterEach, beforeEach, vi } from 'vitest';
import { commands, page } from 'vitest/browser';
import { saveOpenPages } from '../../src/lib/open-page-saves.ts';
import { expectAccessibleInBothThemes } from './accessible.ts';
import { beginLogging, endLogging } from './logged.ts';
import { closeApp } from './open-app.tsx';
import { beginAnswers, endAnswers, takeOverFetch } from './server.ts';

takeOverFetch();

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  await commands.emulateMedia({ colorScheme: 'light', reducedMotion: null });
  await page.viewport(1280, 720);
  beginAnswers();
  beginLogging();
});

afterEach(async ({ task }) => {
  vi.useRealTimers();
  const hasPassed = task.result?.state !== 'fail';
  try {
    // Wherever a test ends, the screen it ends on must be usable by everyone.
    if (hasPassed && document.getElementById('root')) await expectAccessibleInBothThemes();
    // Unsaved text is this test's to save, and not the next one's.
    await Promise.race([saveOpenPages(), new Promise((resolve) => setTimeout(resolve, 1000))]);
  } finally {
    closeApp();
    endAnswers(hasPassed);
    endLogging(hasPassed);
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  }
});
