/** The password: not shown, only changed. */
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';

/** Where links to this card lead, on the settings screen. */
export const PASSWORD_CARD_ID = 'password';

export function PasswordCard() {
  const [isEditing, setEditing] = useState(false);
  // The focus goes back to where the editing began, not to the top of the screen.
  const [wasEdited, setWasEdited] = useState(false);
  const close = () => {
    setEditing(false);
    setWasEdited(true);
  };
  return (
    <Card
      id={PASSWORD_CARD_ID}
      title="Password"
      description="A new password signs out your other devices."
      action={
        !isEditing && (
          <Button autoFocus={wasEdited} onClick={() => setEditing(true)}>
            Change password
          </Button>
        )
      }
    >
      {isEditing && <ChangePasswordForm onClose={close} />}
    </Card>
  );
}
