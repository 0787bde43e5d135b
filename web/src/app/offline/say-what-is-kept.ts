/** Says to a person who has left that words or files of theirs are in this browser alone. */
import { hasUnsentFiles } from '../../lib/unsent-files.ts';
import { unsentPages } from '../../lib/unsent-pages.ts';
import { toast } from '../../ui/toasts/toasts.ts';

export function sayWhatIsKept(userId: string): void {
  if (!hasUnsentFiles(userId) && unsentPages(userId).length === 0) return;
  toast('warning', 'This browser keeps what the server does not have yet', {
    description: 'It is sent when you sign in here again.',
  });
}
