/** Has the server remove the parts that have come of a file that is not wanted any more. */
import type { Headers } from './send-bytes.ts';

/** @throws when the server cannot be asked: it removes them by itself after a day */
export async function discardUpload(resumeAt: string, headers: Headers): Promise<void> {
  await fetch(resumeAt, { method: 'DELETE', headers: { ...headers, 'tus-resumable': '1.0.0' } });
}
