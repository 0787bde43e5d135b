/** The password or a mailed code, and the second step where there is one: the finder of a device has neither. */
import { type FormEvent, useState } from 'react';
import { authReason, toAuthError } from '../../../../lib/errors/to-app-error.ts';
import { Button } from '../../../../ui/button.tsx';
import { DialogActions } from '../../../../ui/dialog.tsx';
import { CODE_LENGTH, CodeField } from '../../../../ui/fields/code-field.tsx';
import { PasswordField } from '../../../../ui/fields/password-field.tsx';
import { RadioGroup } from '../../../../ui/fields/radio-group.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { type DeletionProof, useMailDeletionCode } from '../../api/account-deletion.ts';
import type { AuthenticatorApp } from '../../api/account-queries.ts';

interface DeletionProofFormProps {
  readonly email: string;
  readonly hasPassword: boolean;
  readonly apps: readonly AuthenticatorApp[];
  readonly error: Error | null;
  readonly isPending: boolean;
  /** Called with each change: the person is mending the refused value. */
  readonly onChange: () => void;
  readonly onSubmit: (proof: Pick<DeletionProof, 'secret' | 'secondStep'>) => void;
  readonly onCancel: () => void;
}

export function DeletionProofForm(props: DeletionProofFormProps) {
  const { email, hasPassword, apps, error, isPending, onChange, onSubmit, onCancel } = props;
  const [secret, setSecret] = useState('');
  const [code, setCode] = useState('');
  const [appId, setAppId] = useState(apps[0]?.id);
  const edit = (set: (value: string) => void) => (typed: string) => {
    set(typed);
    onChange();
  };
  const isComplete =
    (hasPassword ? secret !== '' : secret.length === CODE_LENGTH) &&
    (appId === undefined || code.length === CODE_LENGTH);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete) return;
    onSubmit({ secret, secondStep: appId === undefined ? undefined : { factorId: appId, code } });
  };
  const reason = authReason(error);
  const refused = error ? toAuthError(error).code : undefined;
  const isSecretWrong = refused === 'INVALID_CREDENTIALS' || refused === 'INVALID_MAILED_CODE';
  const isCodeWrong = refused === 'INVALID_CODE';
  return (
    <form onSubmit={submit} noValidate className="mt-5 flex flex-col gap-4">
      {reason !== undefined && !isSecretWrong && !isCodeWrong && (
        <Notice kind="error" failure={error}>
          {reason}
        </Notice>
      )}
      {hasPassword ? (
        <>
          {/* Tells password managers whose password this is. */}
          <input hidden readOnly autoComplete="username" value={email} />
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            required
            value={secret}
            onChange={(event) => edit(setSecret)(event.target.value)}
            error={isSecretWrong ? reason : undefined}
          />
        </>
      ) : (
        <MailedProof
          email={email}
          value={secret}
          onChange={edit(setSecret)}
          error={isSecretWrong ? reason : undefined}
        />
      )}
      {apps.length > 1 && (
        <RadioGroup
          label="Authenticator app"
          options={apps.map(({ id, name }) => ({ value: id, name }))}
          value={appId ?? ''}
          onChange={setAppId}
        />
      )}
      {appId !== undefined && (
        <CodeField
          label="Code from your authenticator app"
          value={code}
          onChange={edit(setCode)}
          onComplete={() => undefined}
          error={isCodeWrong ? reason : undefined}
        />
      )}
      <DialogActions>
        <Button onClick={onCancel} busy={isPending}>
          Cancel
        </Button>
        <Button type="submit" look="danger" busy={isPending} disabled={!isComplete}>
          {isPending ? 'Deleting…' : 'Delete Account'}
        </Button>
      </DialogActions>
    </form>
  );
}

interface MailedProofProps {
  readonly email: string;
  readonly value: string;
  readonly onChange: (digits: string) => void;
  readonly error: string | undefined;
}

/** For people who were invited, or sign in by mail, and never set a password. */
function MailedProof({ email, value, onChange, error }: MailedProofProps) {
  const mailing = useMailDeletionCode();
  return (
    <div className="flex flex-col items-start gap-3 rounded-md bg-sunken p-3">
      <p className="text-ink-muted">
        {mailing.isSuccess ? 'We sent a code to ' : 'To confirm that it is you, we send a code to '}
        <span className="font-medium break-words text-ink">{email}</span>.
      </p>
      {mailing.isSuccess && (
        <div className="w-full max-w-64">
          <CodeField
            label="Code from the email"
            value={value}
            onChange={onChange}
            onComplete={() => undefined}
            error={error ?? authReason(mailing.error)}
            failure={error === undefined ? mailing.error : undefined}
            autoFocus
          />
        </div>
      )}
      {mailing.error && !mailing.isSuccess && (
        <Notice kind="error" failure={mailing.error}>
          {authReason(mailing.error)}
        </Notice>
      )}
      <Button onClick={() => mailing.mutate(email)} busy={mailing.isPending}>
        {mailing.isSuccess ? 'Send it again' : 'Send the code'}
      </Button>
    </div>
  );
}
