/** "Page Settings": who sees a page, and its Notion page. */
import { type FormEvent, useState } from 'react';
import { LONGEST_NOTION_PAGE_ID } from '../../../lib/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { type Visibility, VisibilityField } from '../../sharing/visibility-field.tsx';
import { useSavePageSettings } from '../api/save-page-settings.ts';
import type { PageForest, TreePage } from '../state/page-forest.ts';

interface PageSettingsDialogProps {
  readonly organizationId: string;
  readonly forest: PageForest;
  readonly page: TreePage;
  readonly onClose: () => void;
}

export function PageSettingsDialog({ organizationId, forest, page, onClose }: PageSettingsDialogProps) {
  const [visibility, setVisibility] = useState(page.visibility as Visibility);
  const [notionPageId, setNotionPageId] = useState(page.notion_page_id ?? '');
  const save = useSavePageSettings(organizationId);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    save.mutate({
      pageId: page.id,
      visibility,
      notionPageId: notionPageId.trim() || null,
      before: page.notion_page_id,
    });
  };
  return (
    <Dialog open onClose={onClose} title="Page Settings" description={page.name}>
      <form onSubmit={submit} className="flex flex-col gap-5">
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
          onChange={(event) => setNotionPageId(event.target.value)}
        />
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
