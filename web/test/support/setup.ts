/** Around each test: it keeps nothing of the one before, and fails on requests that it does not expect. */
import { afterEach, beforeEach, vi } from 'vitest';
import { commands, page } from 'vitest/browser';
import { watchedFetch } from '../../src/lib/browser/connection.ts';
import { saveOpenPages } from '../../src/lib/page/open-page-saves.ts';
import { beginLogging, endLogging } from './logged.ts';
import { closeApp } from './open-app.tsx';
import { expectAccessibleInBothThemes } from './person/accessible.ts';
import { takeOverInput } from './person/quick-input.ts';
import { takeNoOwnerStacks } from './react-owners.ts';
import { json, noContent, on } from './server/answers.ts';
import { endLive, takeOverSockets } from './server/live.ts';
import { beginAnswers, endAnswers, server, takeOverFetch } from './server/server.ts';

takeOverFetch();
takeOverSockets();
takeNoOwnerStacks();
takeOverInput();

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  await commands.emulateMedia({ colorScheme: 'light', reducedMotion: null });
  await page.viewport(1280, 720);
  await commands.restPointer();
  await forgetLostConnection();
  beginAnswers();
  server().say(on('GET /auth/v1/settings', () => json({ disable_signup: false, mailer_autoconfirm: true })));
  beginLogging();
});

/** A test may end without a connection, and all files of a worker share the module that remembers it. */
async function forgetLostConnection(): Promise<void> {
  beginAnswers();
  server().say(on('GET /anything', noContent));
  await watchedFetch(new URL('/anything', location.href));
}

/** A page's session outlives its screen until it has saved. It holds a lock as long as it may ask the server. */
async function untilPagesAreClosed(): Promise<void> {
  const patience = performance.now() + 1000;
  while (performance.now() < patience) {
    const { held = [], pending = [] } = await navigator.locks.query();
    if (held.length + pending.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

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
    await endLive();
    // A request on its way still leaves with this test's session.
    await new Promise((resolve) => setTimeout(resolve));
    endAnswers(hasPassed);
    await untilPagesAreClosed();
    endLogging(hasPassed);
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  }
});
