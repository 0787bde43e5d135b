/** Where the focus goes in a form that was sent, and when a form makes room again for the button that opened it. */
import { useState } from 'react';

/** The first field with a problem has the focus. The fields must be marked before. */
export function focusFirstProblem(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/** For a field whose content was refused: it stays in view, and what is typed next replaces it. */
export function focusToReplace(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}

/** A button whose form takes its place. When the form closes, the focus goes back to the button, not to the screen's top. */
export function useFormInPlace() {
  const [isEditing, setEditing] = useState(false);
  const [wasEdited, setWasEdited] = useState(false);
  const close = () => {
    setEditing(false);
    setWasEdited(true);
  };
  return { isEditing, close, button: { autoFocus: wasEdited, onClick: () => setEditing(true) } };
}
