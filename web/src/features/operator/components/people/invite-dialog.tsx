/** Makes an account for somebody: they get a mail, or the operator a link to pass on. */
import { type FormEvent, useState } from 'react';
import { checkEmail } from '../../../../lib/validation.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx';
import { CopyLink } from '../../../../ui/fields/copy-link.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { useAct } from '../../api/use-act.ts';

interface Invited {
  readonly link: string | null;
}

export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending, data } = useAct<Invited>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = checkEmail(email);
    setProblem(found);
    if (found !== undefined) return;
    mutate(
      { path: '/people', body: { email }, failed: 'Nobody was invited' },
      { onSuccess: ({ link }) => link === null && onClose() },
    );
  };
  if (data?.link)
    return (
      <Dialog
        open
        onClose={onClose}
        title="Pass this link on"
        description={`It lets ${email.trim()} in once, for seven days.`}
      >
        <Notice kind="warning">
          <p>No mail server is set, so nobody has got a mail. Everybody who has the link has the account.</p>
        </Notice>
        <div className="mt-4">
          <CopyLink label="Invitation link" link={data.link} />
        </div>
        <DialogActions>
          <Button onClick={onClose}>Done</Button>
        </DialogActions>
      </Dialog>
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Invite somebody"
      description="They get an account and a workspace of their own, whoever may sign up."
    >
      <form onSubmit={submit} noValidate>
        <TextField
          label="Email address"
          type="email"
          autoComplete="off"
          value={email}
          error={problem}
          onChange={(event) => {
            setEmail(event.target.value);
            setProblem(undefined);
          }}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={isPending}>
            Invite
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
