/** Adds an authenticator app in two steps: its name, then its first code. */
import { type FormEvent, useState } from 'react';
import { authReason } from '../../../../lib/errors/to-app-error.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { useFieldProblems } from '../../../../ui/fields/use-field-problems.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { abandonApp, type NewApp, useEnrollApp } from '../../api/authenticator-app.ts';
import { checkAppName, suggestAppName } from '../../state/app-name.ts';
import { ConfirmAppForm } from './confirm-app-form.tsx';

interface AddAppDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The names that are in use. */
  readonly taken: readonly string[];
}

export function AddAppDialog({ open, onClose, taken }: AddAppDialogProps) {
  const [app, setApp] = useState<NewApp>();
  const close = (isDone: boolean) => {
    if (app && !isDone) void abandonApp(app.factorId);
    setApp(undefined);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={() => close(false)}
      title={titleOf(app !== undefined, taken.length > 0)}
      description={
        app
          ? 'Then enter the code that the app shows.'
          : `You need an authenticator app, such as Google Authenticator, 1Password or Aegis.${
              taken.length === 0 ? ' Your other devices will have to sign in again.' : ''
            }`
      }
    >
      {app ? (
        <ConfirmAppForm
          app={app}
          isFirst={taken.length === 0}
          onDone={() => close(true)}
          onCancel={() => close(false)}
        />
      ) : (
        <NameForm taken={taken} onEnrolled={setApp} onCancel={() => close(false)} />
      )}
    </Dialog>
  );
}

function titleOf(isEnrolled: boolean, isOn: boolean): string {
  if (isEnrolled) return 'Scan with your app';
  return isOn ? 'Add an authenticator app' : 'Turn on two-step verification';
}

interface NameFormProps {
  readonly taken: readonly string[];
  readonly onEnrolled: (app: NewApp) => void;
  readonly onCancel: () => void;
}

function NameForm({ taken, onEnrolled, onCancel }: NameFormProps) {
  const [name, setName] = useState(() => suggestAppName(taken));
  const { problems, accept, clear } = useFieldProblems<'name'>();
  const enrollment = useEnrollApp();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (enrollment.isPending || !accept(event.currentTarget, { name: checkAppName(name, taken) })) return;
    enrollment.mutate(name.trim(), { onSuccess: onEnrolled });
  };
  const reason = authReason(enrollment.error);
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {reason !== undefined && (
        <Notice kind="error" failure={enrollment.error}>
          {reason}
        </Notice>
      )}
      <TextField
        label="Name of the app"
        help="Helps you recognize it, for example by the phone it is on."
        value={name}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => {
          setName(event.target.value);
          clear();
        }}
        error={problems.name}
      />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" busy={enrollment.isPending}>
          Continue
        </Button>
      </DialogActions>
    </form>
  );
}
