/** Says to a person who has left that words or files of theirs are in this browser alone. */
import { findUnsentPages } from '../../features/document/drafts/unsent-drafts.ts';
import { hasFilesLeft } from '../../features/files/uploads/files-left.ts';
import { toast } from '../../ui/toasts/toasts.ts';

/** To be called once the rest is forgotten. */
export async function sayWhatIsKept(userId: string): Promise<void> {
  const found = await findUnsentPages(userId)
    .next()
    .catch(() => undefined);
  if (found?.value === undefined && !(await hasFilesLeft(userId))) return;
  toast('warning', 'This browser keeps what the server does not have yet', {
    description: 'It is sent when you sign in here again.',
  });
}
