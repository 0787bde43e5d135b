/** "Move to...": the root or any page but the moved one and those under it. */
import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { type Option, RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { PageIcon } from '../../../ui/icons/page-icon.tsx';
import { useMovePage } from '../api/move-page.ts';
import type { PageForest, TreePage } from '../tree/page-forest.ts';

// More would be slow to draw, and nobody reads them: typing narrows the list down.
const SHOWN_TARGETS = 100;
const ROOT: Option<string> = { value: 'root', name: 'Root' };

interface MovePageDialogProps {
  readonly organizationId: string;
  readonly forest: PageForest;
  readonly page: TreePage;
  readonly onClose: () => void;
}

export function MovePageDialog({ organizationId, forest, page, onClose }: MovePageDialogProps) {
  const [parentId, setParentId] = useState(page.parent_id);
  const [search, setSearch] = useState('');
  const move = useMovePage(organizationId);
  const targets = findTargets(forest, page, search);

  const isAnswered = search.trim() === '' || targets.length > 0 || isRoot(search);
  // The first that answers is chosen, so that Enter moves the page there.
  const find = (wanted: string) => {
    setSearch(wanted);
    if (wanted.trim() === '') return setParentId(page.parent_id);
    const [first] = findTargets(forest, page, wanted);
    setParentId(first?.id ?? (isRoot(wanted) ? null : page.parent_id));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The sentence that says so stays, unless another place was chosen by hand.
    if (!isAnswered && parentId === page.parent_id) return;
    onClose();
    if (parentId !== page.parent_id) move.mutate({ pageId: page.id, parentId });
  };
  return (
    <Dialog open onClose={onClose} title={`Move "${page.name}"`}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Search pages"
          type="search"
          autoComplete="off"
          value={search}
          onChange={(event) => find(event.target.value)}
        />
        <div className="max-h-64 overflow-y-auto rounded-md border border-line p-1">
          <RadioGroup
            look="rows"
            label="New place"
            options={[ROOT, ...targets.slice(0, SHOWN_TARGETS).map((target) => toOption(forest, target))]}
            value={parentId ?? ROOT.value}
            onChange={(value) => setParentId(value === ROOT.value ? null : value)}
          />
          {!isAnswered && (
            <p role="status" className="px-2.5 py-1.5 text-[0.8125rem] text-ink-muted">
              No page has this in its name.
            </p>
          )}
          {targets.length > SHOWN_TARGETS && (
            <p className="px-2.5 py-1.5 text-[0.8125rem] text-ink-muted">
              {`${targets.length - SHOWN_TARGETS} more: type to narrow them down.`}
            </p>
          )}
        </div>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Move Page
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function isRoot(search: string): boolean {
  return ROOT.name.toLowerCase().startsWith(search.trim().toLowerCase());
}

/** A page is told from others of its name by those above it. */
function toOption(forest: PageForest, { id, name, look }: TreePage): Option<string> {
  const path = forest.ancestorsOf(id).map((ancestor) => ancestor.name);
  const mark = look?.icon && <PageIcon icon={look.icon} className="me-1.5" />;
  return { value: id, name, ...(mark && { mark }), ...(path.length > 0 && { meaning: path.join(' / ') }) };
}

function findTargets(forest: PageForest, page: TreePage, search: string): TreePage[] {
  const beneath = forest.descendantsOf(page.id);
  const wanted = search.trim().toLocaleLowerCase();
  return [...forest.pages.values()].filter(
    ({ id, name }) => id !== page.id && !beneath.has(id) && name.toLocaleLowerCase().includes(wanted),
  );
}
