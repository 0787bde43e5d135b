/** Writes a template of the workspace: a new one, or one that is there, beside what it becomes. */
import { type FormEvent, useDeferredValue, useState } from 'react';
import { LONGEST_PAGE_NAME, LONGEST_TEMPLATE_DESCRIPTION } from '../../../lib/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { TextAreaField, TextField } from '../../../ui/fields/text-field.tsx';
import { useFieldProblems } from '../../../ui/fields/use-field-problems.ts';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toasts/toasts.ts';
import { useSaveTemplate } from '../api/save-template.ts';
import type { OwnTemplate } from '../state/template.ts';
import { checkTemplateName, firstSymbol } from '../state/template-fields.ts';
import { TemplatePreview } from './template-preview.tsx';
import { VariablesHelp } from './variables-help.tsx';

interface TemplateFormProps {
  readonly organizationId: string;
  /** Undefined for a new one. */
  readonly template: OwnTemplate | undefined;
  readonly content: string;
  readonly onDraft: (isDraft: boolean) => void;
  /** @param id of the template that was saved; undefined when none was */
  readonly onDone: (id: string | undefined) => void;
}

export function TemplateForm({ organizationId, template, content, onDraft, onDone }: TemplateFormProps) {
  const [texts, setTexts] = useState({
    name: template?.name ?? '',
    description: template?.description ?? '',
    icon: template?.icon ?? '',
    content,
  });
  const shown = useDeferredValue(texts);
  const { problems, accept, clear } = useFieldProblems<'name'>();
  const save = useSaveTemplate(organizationId);
  const change = (changed: Partial<typeof texts>) => {
    setTexts({ ...texts, ...changed });
    clear();
    onDraft(true);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (save.isPending || !accept(event.currentTarget, { name: checkTemplateName(texts.name) })) return;
    save.mutate(
      {
        template,
        texts: {
          name: texts.name.trim(),
          description: texts.description.trim(),
          icon: firstSymbol(texts.icon),
          content: texts.content,
        },
      },
      {
        onSuccess: (id) => {
          toast('success', 'Template saved');
          onDone(id);
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate aria-label={template ? 'Edit template' : 'New template'}>
      <h3 className="mb-3 font-medium">{template ? 'Edit template' : 'New template'}</h3>
      {save.isError && (
        <div className="mb-4">
          <Notice kind="error" failure={save.error}>
            {save.error.message}
          </Notice>
        </div>
      )}
      <div className="template-form">
        <div className="flex min-w-0 flex-col gap-3">
          <div className="grid grid-cols-[4rem_minmax(0,1fr)] gap-3">
            <TextField
              label="Icon"
              autoComplete="off"
              maxLength={32}
              value={texts.icon}
              onChange={({ target }) => change({ icon: target.value })}
              onBlur={() => setTexts({ ...texts, icon: firstSymbol(texts.icon) ?? '' })}
            />
            <TextField
              label="Name"
              required
              // The button that led here is gone.
              autoFocus
              autoComplete="off"
              maxLength={LONGEST_PAGE_NAME}
              value={texts.name}
              onChange={({ target }) => change({ name: target.value })}
              error={problems.name}
            />
          </div>
          <TextField
            label="Description (optional)"
            autoComplete="off"
            maxLength={LONGEST_TEMPLATE_DESCRIPTION}
            value={texts.description}
            onChange={({ target }) => change({ description: target.value })}
          />
          <TextAreaField
            label="Text, in Markdown"
            spellCheck
            className="h-44 font-mono text-[0.8125rem]! leading-relaxed"
            value={texts.content}
            onChange={({ target }) => change({ content: target.value })}
          />
          <VariablesHelp />
        </div>
        <TemplatePreview pageName={shown.name} content={shown.content} page={undefined} />
      </div>
      <DialogActions>
        <Button onClick={() => onDone(undefined)}>Cancel</Button>
        <Button type="submit" look="primary" busy={save.isPending}>
          {save.isPending ? 'Saving…' : 'Save template'}
        </Button>
      </DialogActions>
    </form>
  );
}
