/** The password: not shown, only changed. */
import { useQuery } from '@tanstack/react-query';
import { useFormInPlace } from '../../../lib/focus/form-in-place.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { hasPasswordQuery } from '../api/account-queries.ts';
import { ChangePasswordForm } from './change-password-form.tsx';

/** The anchor of links to this card, on the settings screen. */
export const PASSWORD_CARD_ID = 'password';

export function PasswordCard() {
  const { user } = useSignedIn();
  // While it is not known, as most often.
  const { data: hasPassword = true } = useQuery(hasPasswordQuery(user.id));
  const { isEditing, close, button } = useFormInPlace();
  return (
    <Card
      id={PASSWORD_CARD_ID}
      title="Password"
      description="A new password signs out your other devices."
      action={!isEditing && <Button {...button}>{hasPassword ? 'Change password' : 'Set a password'}</Button>}
    >
      {isEditing && <ChangePasswordForm hasPassword={hasPassword} onClose={close} />}
    </Card>
  );
}
