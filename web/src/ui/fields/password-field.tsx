/** A password input whose text can be shown. */
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { ICON_BUTTON_CLASSES } from '../button.tsx';
import { type FieldProps, TextField } from './text-field.tsx';

export function PasswordField(props: Omit<ComponentProps<'input'>, 'type'> & FieldProps) {
  const [shown, setShown] = useState(false);
  const label = shown ? 'Hide password' : 'Show password';
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
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
