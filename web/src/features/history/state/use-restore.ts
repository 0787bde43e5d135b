/** Goes back to an earlier version: as a save of its texts, so that nothing that was written since is lost. */
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { pagePath } from '../../../lib/paths.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { toast, toastFailure } from '../../../ui/toasts/toasts.ts';
import { expectUnlocked } from '../api/expect-unlocked.ts';
import type { VersionTexts } from '../version.ts';

export function useRestore(pageId: string): {
  restore: (texts: VersionTexts) => void;
  readonly isRestoring: boolean;
} {
  const { user } = useSignedIn();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: (texts: VersionTexts) => write(user.id, pageId, texts),
    onSuccess: (before) => {
      toast('success', 'Version restored', {
        action: {
          label: 'Undo',
          run: () =>
            void write(user.id, pageId, before).catch((error) => toastFailure('Failed to undo', error)),
        },
      });
      navigate(pagePath(pageId));
    },
    onError: (error) => toastFailure('Failed to restore version', error),
  });
  return { restore: mutate, isRestoring: isPending };
}

/** @returns what the page said until then */
async function write(userId: string, pageId: string, texts: VersionTexts): Promise<VersionTexts> {
  // The editor's own way to save comes with its code, which reading versions does not need.
  const { writePageTexts } = await import('../../editor/write-page-texts.ts');
  await expectUnlocked(pageId);
  const { outcome, before } = await writePageTexts(userId, pageId, texts);
  if (outcome === 'refused') throw new Error('This page cannot be changed now.');
  return before;
}
