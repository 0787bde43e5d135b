/** A value on a settings screen with Edit, Save and Cancel. */
import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react';
import { useFormInPlace } from '../../lib/focus/form-in-place.ts';
import { Button } from '../button.tsx';
import { TextField } from './text-field.tsx';
import { useFieldProblems } from './use-field-problems.ts';

interface EditableValueProps extends Pick<ComponentProps<'input'>, 'type' | 'autoComplete' | 'maxLength'> {
  readonly label: string;
  readonly value: string;
  readonly canEdit?: boolean;
  /** Shown beside the label, called with what is typed; undefined when nothing is being edited. */
  readonly hint?: (typed: string | undefined) => ReactNode;
  /** @returns what is wrong with what was typed, or undefined */
  readonly check: (typed: string) => string | undefined;
  /** The proof that a change needs, shown once another value is typed. */
  readonly proof?: ReactNode;
  /** Whether the proof is complete. */
  readonly isProven?: boolean;
  /** Rejects when it could not be saved: the typed value then stays for another try. */
  readonly onSave: (typed: string) => Promise<unknown>;
  /** Called when the editing ends, either way. */
  readonly onClose?: () => void;
}

export function EditableValue({ canEdit = true, ...props }: EditableValueProps) {
  const { label, value, hint } = props;
  const form = useFormInPlace();
  const close = () => {
    form.close();
    props.onClose?.();
  };
  if (form.isEditing) return <EditForm {...props} onClose={close} />;
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="min-w-0">
        <p className="text-sm font-medium">
          {label} {hint?.(undefined)}
        </p>
        <p className="mt-0.5 break-words text-ink-muted">{value || 'Not set'}</p>
      </div>
      {canEdit && (
        <Button aria-label={`Edit ${label}`} {...form.button}>
          Edit
        </Button>
      )}
    </div>
  );
}

interface EditFormProps extends Omit<EditableValueProps, 'canEdit' | 'onClose'> {
  readonly onClose: () => void;
}

function EditForm({ label, value, hint, check, proof, isProven = true, ...props }: EditFormProps) {
  const { onSave, onClose, ...input } = props;
  const [typed, setTyped] = useState(value);
  const [saving, setSaving] = useState(false);
  const { problems, accept, clear } = useFieldProblems<'value'>();
  const isChanged = typed.trim() !== value;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (saving || !accept(event.currentTarget, { value: check(typed) })) return;
    if (!isChanged) return onClose();
    setSaving(true);
    await onSave(typed).then(onClose, () => setSaving(false));
  };
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      noValidate
      className="flex flex-col gap-3"
    >
      <TextField
        {...input}
        label={label}
        help={hint?.(typed)}
        autoFocus
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          clear();
        }}
        error={problems.value}
      />
      {isChanged && proof}
      <div className="flex gap-2">
        <Button type="submit" look="primary" busy={saving} disabled={isChanged && !isProven}>
          {saving ? 'Saving…' : 'Save'}
        </Button>
        <Button onClick={onClose} busy={saving}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
