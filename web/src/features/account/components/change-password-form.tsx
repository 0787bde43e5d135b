/** The present password, and a new one, twice; and the mailed code, if the server asks for one. */
import { type FormEvent, useRef, useState } from 'react';
import { authReason, toAuthError } from '../../../lib/errors/to-app-error.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { checkPassword, validationSentences } from '../../../lib/validation.ts';
import { Button } from '../../../ui/button.tsx';
import { CODE_LENGTH } from '../../../ui/fields/code-field.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { useFieldProblems } from '../../../ui/fields/use-field-problems.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useUpdatePassword } from '../api/update-password.ts';
import { isWrongPassword } from '../state/wrong-password.ts';
import { MailedCode } from './mailed-code.tsx';
import { PresentPassword } from './present-password.tsx';

interface ChangePasswordFormProps {
  readonly hasPassword: boolean;
  readonly onClose: () => void;
}

export function ChangePasswordForm({ hasPassword, onClose }: ChangePasswordFormProps) {
  const { user } = useSignedIn();
  const formRef = useRef<HTMLFormElement>(null);
  const currentRef = useRef<HTMLInputElement>(null);
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [code, setCode] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const { problems, accept, clear } = useFieldProblems<'password'>();
  const update = useUpdatePassword();
  const differ = confirmation !== '' && password !== confirmation;
  const isComplete =
    (!hasPassword || current !== '') &&
    password !== '' &&
    confirmation !== '' &&
    (!needsCode || code.length === CODE_LENGTH);
  const save = (complete: string) => {
    const form = formRef.current;
    if (update.isPending || differ || !form || !accept(form, { password: checkPassword(password) })) return;
    update.mutate(
      { current, password, code: complete },
      {
        onSuccess: (outcome) => (outcome === 'done' ? onClose() : setNeedsCode(true)),
        onError: (error) => isWrongPassword(error) && currentRef.current?.select(),
      },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(code);
  };
  const edit = (set: (value: string) => void) => (typed: string) => {
    set(typed);
    clear();
    if (!update.isPending) update.reset();
  };
  const isCurrentWrong = isWrongPassword(update.error);
  const isCodeWrong = update.error !== null && toAuthError(update.error).code === 'INVALID_MAILED_CODE';
  const reason = authReason(update.error);
  return (
    <form ref={formRef} onSubmit={submit} noValidate className="flex max-w-sm flex-col gap-4">
      {reason !== undefined && !isCodeWrong && !isCurrentWrong && (
        <Notice kind="error" failure={update.error}>
          {reason}
        </Notice>
      )}
      {/* Tells password managers whose password this is. */}
      <input hidden readOnly autoComplete="username" value={user.email ?? ''} />
      {hasPassword && (
        <PresentPassword
          ref={currentRef}
          value={current}
          onChange={edit(setCurrent)}
          error={isCurrentWrong ? reason : undefined}
          autoFocus
        />
      )}
      <PasswordField
        label="New password"
        autoComplete="new-password"
        help={validationSentences.passwordHelper}
        required
        autoFocus={!hasPassword}
        value={password}
        onChange={(event) => edit(setPassword)(event.target.value)}
        error={problems.password}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        required
        value={confirmation}
        onChange={(event) => edit(setConfirmation)(event.target.value)}
        error={differ ? validationSentences.passwordsDifferOnScreen : undefined}
      />
      {needsCode && (
        <MailedCode
          email={user.email ?? ''}
          value={code}
          onChange={edit(setCode)}
          onComplete={save}
          error={isCodeWrong ? reason : undefined}
        />
      )}
      <div className="flex gap-2">
        <Button type="submit" look="primary" busy={update.isPending} disabled={!isComplete}>
          {update.isPending ? 'Saving…' : 'Set new password'}
        </Button>
        <Button onClick={onClose} busy={update.isPending}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
