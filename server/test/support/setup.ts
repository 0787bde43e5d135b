/** Runs before each test file. */
import { seedGenerated } from './generated.ts';
import { refuseUnexpectedLogs } from './logged.ts';

refuseUnexpectedLogs();
seedGenerated();
