/** Says what goes and what stays, then asks for the proof that it is the person themselves. */
import { useQuery } from '@tanstack/react-query';
import { toAuthError } from '../../../../lib/errors/to-app-error.ts';
import { useSignedIn } from '../../../../lib/session/signed-in.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { SkeletonRows } from '../../../../ui/states/skeleton.tsx';
import { toast } from '../../../../ui/toasts/toasts.ts';
import { type DeletionProof, deletionPlanQuery, useDeleteAccount } from '../../api/account-deletion.ts';
import { authenticatorAppsQuery } from '../../api/account-queries.ts';
import { DeletionConsequences } from './deletion-consequences.tsx';
import { DeletionProofForm } from './deletion-proof-form.tsx';

interface DeleteAccountDialogProps {
  readonly onClose: () => void;
  readonly onDeleted: (userId: string) => Promise<void>;
}

export function DeleteAccountDialog({ onClose, onDeleted }: DeleteAccountDialogProps) {
  const { user, signOut } = useSignedIn();
  const plan = useQuery(deletionPlanQuery(user.id));
  const apps = useQuery(authenticatorAppsQuery(user.id));
  const deletion = useDeleteAccount(async () => {
    // The server has ended the session; this browser and its other tabs have yet to hear of it.
    await signOut();
    toast('success', 'Account deleted');
    await onDeleted(user.id);
  });
  const remove = (proof: Omit<DeletionProof, 'email' | 'hasPassword' | 'doomed'>) => {
    if (!plan.data || deletion.isPending) return;
    const { hasPassword, workspaces } = plan.data;
    const doomed = workspaces.filter(({ fate }) => fate === 'deleted').map(({ id }) => id);
    deletion.mutate(
      { ...proof, email: user.email ?? '', hasPassword, doomed },
      { onError: () => void plan.refetch() },
    );
  };
  const close = () => !deletion.isPending && onClose();
  const isBlocked = plan.data?.workspaces.some(({ fate }) => fate === 'blocks') ?? false;
  const failure = plan.error ?? apps.error;
  return (
    <Dialog
      open
      onClose={close}
      title="Delete account"
      description="Are you sure you want to delete your account? This action cannot be undone."
    >
      {failure && (
        <Notice kind="error" title="The list of what would be deleted could not be loaded" failure={failure}>
          {toAuthError(failure).message}
        </Notice>
      )}
      {!failure && !(plan.data && apps.data) && (
        <SkeletonRows rows={4} label="Loading what would be deleted" />
      )}
      {plan.data && <DeletionConsequences workspaces={plan.data.workspaces} onLeave={onClose} />}
      {plan.data && apps.data && !isBlocked ? (
        <DeletionProofForm
          email={user.email ?? ''}
          hasPassword={plan.data.hasPassword}
          apps={apps.data}
          error={deletion.error}
          isPending={deletion.isPending}
          onChange={() => !deletion.isPending && deletion.reset()}
          onSubmit={remove}
          onCancel={close}
        />
      ) : (
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
        </DialogActions>
      )}
    </Dialog>
  );
}
