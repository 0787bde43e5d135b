/** Sends the mails of one request while its caller waits, for a while. */
import type { Background } from '../../http/background.ts';
import type { MailQueue, Outcome, PostedMail } from './mail-queue.ts';

const AT_ONCE = 4;
// The caller waits, and a mail that takes longer comes all the same.
const PATIENCE_MS = 30_000;

/**
 * Sends some mails, a few at a time.
 * @returns what has become of each by then; the work goes on after the answer
 */
export async function deliverInTime(
  { mails, background }: { readonly mails: Pick<MailQueue, 'deliver'>; readonly background: Background },
  posted: readonly PostedMail[],
): Promise<Outcome['kind'][]> {
  const outcomes: Outcome['kind'][] = posted.map(() => 'waiting');
  const done = Promise.withResolvers<void>();
  const rest = [...posted.entries()];
  const work = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) {
      const [at, mail] = next;
      outcomes[at] = (await mails.deliver(mail)).kind;
    }
  };
  background.run(() => Promise.all(Array.from({ length: AT_ONCE }, work)).then(() => done.resolve()));
  const timer = setTimeout(done.resolve, PATIENCE_MS);
  await done.promise;
  clearTimeout(timer);
  return [...outcomes];
}
