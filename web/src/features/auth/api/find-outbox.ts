/**
 * Whether the mails of this Trellis can be read on this very machine: it has no mail server then, and people who try it
 * out would wait for ever. Asked only where that is possible at all.
 */
import { configuration } from '../../../lib/supabase.ts';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const OUTBOX = '/dev/mail';
const PATIENCE_MS = 2000;

/** @returns the address of the page that shows them; undefined without such a page. Never rejects. */
export async function findOutbox(): Promise<string | undefined> {
  const { hostname, origin } = window.location;
  if (!LOOPBACK.test(hostname) || new URL(configuration.supabaseUrl).origin !== origin) return undefined;
  try {
    const answer = await fetch(OUTBOX, { method: 'HEAD', signal: AbortSignal.timeout(PATIENCE_MS) });
    return answer.headers.get('x-trellis-outbox') === 'readable' ? OUTBOX : undefined;
  } catch {
    return undefined;
  }
}
