/** Keeps the open page's text as a template of the workspace. */
import { type FormEvent, useState } from 'react';
import { LONGEST_PAGE_NAME, LONGEST_TEMPLATE_DESCRIPTION } from '../../../lib/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { TextAreaField, TextField } from '../../../ui/fields/text-field.tsx';
import { useFieldProblems } from '../../../ui/fields/use-field-problems.ts';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toasts/toasts.ts';
import { useSaveTemplate } from '../api/save-template.ts';
import { openGallery } from '../open-gallery.ts';
import { checkTemplateName } from '../state/template-fields.ts';
import { VariablesHelp } from './variables-help.tsx';

interface SaveAsTemplateDialogProps {
  readonly organizationId: string;
  readonly pageId: string;
  /** The page's. */
  readonly name: string;
  readonly markdown: () => string;
  readonly onClose: () => void;
}

export function SaveAsTemplateDialog({
  organizationId,
  pageId,
  name: given,
  markdown,
  onClose,
}: SaveAsTemplateDialogProps) {
  const [name, setName] = useState(given);
  const [description, setDescription] = useState('');
  const { problems, accept, clear } = useFieldProblems<'name'>();
  const save = useSaveTemplate(organizationId);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (save.isPending || !accept(event.currentTarget, { name: checkTemplateName(name) })) return;
    save.mutate(
      {
        texts: { name: name.trim(), description: description.trim(), icon: null, content: markdown() },
        ofPage: pageId,
      },
      {
        onSuccess: () => {
          onClose();
          toast('success', 'Template saved', { action: { label: 'Show', run: () => openGallery({}) } });
        },
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Save as template"
      description="Everyone in this workspace can read it, and start pages with this page’s text. Its subpages stay out."
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {save.isError && (
          <Notice kind="error" failure={save.error}>
            {save.error.message}
          </Notice>
        )}
        <TextField
          label="Name"
          required
          autoComplete="off"
          maxLength={LONGEST_PAGE_NAME}
          value={name}
          onChange={({ target }) => {
            setName(target.value);
            clear();
          }}
          error={problems.name}
        />
        <TextAreaField
          label="Description (optional)"
          maxLength={LONGEST_TEMPLATE_DESCRIPTION}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
        <VariablesHelp />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            {save.isPending ? 'Saving…' : 'Save template'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
