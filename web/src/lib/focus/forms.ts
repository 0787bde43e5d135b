/** The place of the focus in a form that was sent and refused. */

/** The first field with a problem has the focus. The fields must be marked before. */
export function focusFirstProblem(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/** For a field whose content was refused: it stays in view, and the next typing replaces it. */
export function focusToReplace(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}
