/** "Page Settings": who sees a page, and its Notion page. */
import { type FormEvent, useState } from 'react';
import { LONGEST_NOTION_PAGE_ID } from '../../../lib/limits.ts';
import { validationSentences } from '../../../lib/validation.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useFieldProblems } from '../../../ui/fields/use-field-problems.ts';
import { type Direction, NotionSyncField } from '../../integrations/notion-sync-field.tsx';
import { type Visibility, VisibilityField } from '../../sharing/visibility-field.tsx';
import { useSavePageSettings } from '../api/save-page-settings.ts';
import { readNotionPageId } from '../state/notion-page-id.ts';
import type { PageForest, TreePage } from '../state/page-forest.ts';
import { LinkedTwiceNotice } from './linked-twice-notice.tsx';

interface PageSettingsDialogProps {
  readonly organizationId: string;
  readonly forest: PageForest;
  readonly page: TreePage;
  readonly onClose: () => void;
}

export function PageSettingsDialog({ organizationId, forest, page, onClose }: PageSettingsDialogProps) {
  const [visibility, setVisibility] = useState(page.visibility as Visibility);
  const [notionPageId, setNotionPageId] = useState(page.notion_page_id ?? '');
  const [notionDirection, setNotionDirection] = useState<Direction>();
  const { problems, accept, clear } = useFieldProblems<'notionPageId'>();
  const save = useSavePageSettings(organizationId);

  const counterpart = readNotionPageId(notionPageId);
  const others = [...forest.pages.values()].filter(
    (other) => counterpart && other.notion_page_id === counterpart && other.id !== page.id,
  );

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // What stands there already stays, however it came there.
    const isUnchanged = notionPageId.trim() === (page.notion_page_id ?? '');
    const read = isUnchanged ? page.notion_page_id : readNotionPageId(notionPageId);
    const problem = read === undefined ? validationSentences.notionPageInvalid : undefined;
    if (!accept(event.currentTarget, { notionPageId: problem }) || read === undefined) return;
    onClose();
    save.mutate({
      pageId: page.id,
      visibility,
      notionPageId: read,
      before: page.notion_page_id,
      notionDirection,
    });
  };
  return (
    <Dialog open onClose={onClose} title="Page Settings" description={page.name}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <VisibilityField
          pageId={page.id}
          value={visibility}
          saved={page.visibility as Visibility}
          isHiddenFromAbove={forest.ancestorsOf(page.id).some((above) => above.visibility === 'private')}
          onChange={setVisibility}
        />
        <TextField
          label="Notion Page ID"
          help="Leave empty to disable Notion sync"
          autoComplete="off"
          spellCheck={false}
          maxLength={LONGEST_NOTION_PAGE_ID}
          value={notionPageId}
          onChange={(event) => {
            setNotionPageId(event.target.value);
            clear();
          }}
          error={problems.notionPageId}
        />
        <LinkedTwiceNotice others={others} />
        {notionPageId.trim() !== '' && (
          <NotionSyncField
            organizationId={organizationId}
            pageId={page.id}
            isSaved={notionPageId.trim() === page.notion_page_id}
            direction={notionDirection}
            onChange={setNotionDirection}
          />
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Save Settings
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
