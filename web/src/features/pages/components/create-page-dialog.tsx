/** "Create New Page" and "Create Subpage". */
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { LONGEST_PAGE_DESCRIPTION, LONGEST_PAGE_NAME } from '../../../lib/limits.ts';
import { pagePath } from '../../../lib/paths.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { checkPageName } from '../../../lib/validation.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { TextAreaField, TextField } from '../../../ui/fields/text-field.tsx';
import { useFieldProblems } from '../../../ui/fields/use-field-problems.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useCreatePage } from '../api/create-page.ts';
import { orderIndexAtEnd } from '../tree/order-index.ts';
import type { PageForest } from '../tree/page-forest.ts';

interface CreatePageDialogProps {
  readonly organizationId: string;
  readonly forest: PageForest;
  /** Null makes a page at the root. */
  readonly parentId: string | null;
  readonly onClose: () => void;
}

export function CreatePageDialog({ organizationId, forest, parentId, onClose }: CreatePageDialogProps) {
  const { user } = useSignedIn();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const { problems, accept, clear } = useFieldProblems<'name'>();
  const create = useCreatePage(organizationId);
  // The second click of a double click comes before the first has been drawn.
  const isSent = useRef(false);
  const parent = parentId === null ? undefined : forest.pages.get(parentId);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSent.current || !accept(event.currentTarget, { name: checkPageName(name) })) return;
    isSent.current = true;
    create.mutate(
      {
        organization_id: organizationId,
        parent_id: parentId,
        name: name.trim(),
        ...(description.trim() !== '' && { description: description.trim() }),
        order_index: orderIndexAtEnd(forest.childrenOf(parentId)),
        created_by: user.id,
      },
      {
        onSuccess: ({ id }) => {
          onClose();
          navigate(pagePath(id), { state: { startWriting: true } });
        },
        onError: () => {
          isSent.current = false;
        },
      },
    );
  };

  return (
    <Dialog
      open
      onClose={onClose}
      keepsFocus={() => isSent.current}
      title={parentId === null ? 'Create New Page' : 'Create Subpage'}
      {...(parent && { description: `Under “${parent.name}”` })}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {create.isError && (
          <Notice kind="error" failure={create.error}>
            {sentences.createPageFailed}
          </Notice>
        )}
        <TextField
          label="Page Name"
          required
          maxLength={LONGEST_PAGE_NAME}
          autoComplete="off"
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            clear();
          }}
          error={problems.name}
        />
        <TextAreaField
          label="Description (optional)"
          maxLength={LONGEST_PAGE_DESCRIPTION}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            {create.isPending ? 'Creating…' : 'Create Page'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
