/** Runs before each test file. */
import { afterAll, vi } from 'vitest';
import { seedGenerated } from './generated.ts';
import { refuseUnexpectedLogs } from './logged.ts';

refuseUnexpectedLogs();
seedGenerated();
// The next file of this worker has the same globals.
afterAll(() => void vi.unstubAllGlobals());
