/** A password input whose text can be shown, and which says when Caps Lock is on. */
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { ICON_BUTTON_CLASSES } from '../button.tsx';
import { type FieldProps, TextField } from './text-field.tsx';

export function PasswordField({ help, ...props }: Omit<ComponentProps<'input'>, 'type'> & FieldProps) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const label = shown ? 'Hide password' : 'Show password';
  // Known only from what a key says; autofill sends events that are no keys.
  const watchKeys = (event: KeyboardEvent) => setCapsLock(event.getModifierState?.('CapsLock') ?? false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      help={help}
      status={capsLock ? 'Caps Lock is on.' : ''}
      onKeyDown={watchKeys}
      onKeyUp={watchKeys}
      onBlur={() => setCapsLock(false)}
      after={
        // No tooltip of ours here: its code would be a third of what the sign-in screens load.
        <button
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className={`${ICON_BUTTON_CLASSES} absolute end-1 top-1/2 -translate-y-1/2`}
        >
          {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </button>
      }
    />
  );
}
