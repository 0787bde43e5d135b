/** Runs before each test file. */
import { afterAll, expect, vi } from 'vitest';
import { seedGenerated } from './generated.ts';
import { refuseUnexpectedLogs } from './logged.ts';

// See note-statements.ts.
if (process.env.TEST_STATEMENTS) process.env.TEST_FILE = expect.getState().testPath ?? '';
refuseUnexpectedLogs();
seedGenerated();
// The next file of this worker has the same globals.
afterAll(() => void vi.unstubAllGlobals());
