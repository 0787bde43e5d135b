/**
 * A button whose form takes its place. When the form closes, the focus goes back to the button, not to the screen's
 * top.
 */
import { useState } from 'react';

export function useFormInPlace() {
  const [isEditing, setEditing] = useState(false);
  const [wasEdited, setWasEdited] = useState(false);
  const close = () => {
    setEditing(false);
    setWasEdited(true);
  };
  return { isEditing, close, button: { autoFocus: wasEdited, onClick: () => setEditing(true) } };
}
