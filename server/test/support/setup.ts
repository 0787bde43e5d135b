/** Runs before each test file. */
import { refuseUnexpectedLogs } from './logged.ts';

refuseUnexpectedLogs();
