/** "Page Settings": who sees a page, and what integrations keep of it. */
import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { useFieldProblems } from '../../../ui/fields/use-field-problems.ts';
import { LINK_CLASSES } from '../../../ui/link-classes.ts';
import type { LinkDraft } from '../../integrations/integration.ts';
import { PageSettingsParts } from '../../integrations/integrations-of-page.tsx';
import type { Visibility } from '../../sharing/visibility.ts';
import { VisibilityField } from '../../sharing/visibility-field.tsx';
import { useSavePageSettings } from '../api/save-page-settings.ts';
import { useOpenPageDialog } from '../state/page-dialogs.ts';
import type { PageForest, TreePage } from '../tree/page-forest.ts';

interface PageSettingsDialogProps {
  readonly organizationId: string;
  readonly forest: PageForest;
  readonly page: TreePage;
  readonly onClose: () => void;
}

export function PageSettingsDialog({ organizationId, forest, page, onClose }: PageSettingsDialogProps) {
  const [visibility, setVisibility] = useState(page.visibility as Visibility);
  const [drafts, setDrafts] = useState<Readonly<Record<string, LinkDraft>>>({});
  const { problems, accept, clear } = useFieldProblems<string>();
  const save = useSavePageSettings(organizationId);
  const openDialog = useOpenPageDialog();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = Object.entries(drafts).map(([integration, { problem }]) => [integration, problem]);
    if (!accept(event.currentTarget, Object.fromEntries(found))) return;
    onClose();
    save.mutate({ pageId: page.id, visibility, links: Object.values(drafts) });
  };
  return (
    <Dialog open onClose={onClose} title="Page Settings" description={page.name}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <VisibilityField
          value={visibility}
          isHiddenFromAbove={forest.ancestorsOf(page.id).some((above) => above.visibility === 'private')}
          onChange={setVisibility}
        />
        {page.visibility === 'public' && (
          <p className="text-[0.8125rem] text-ink-muted">
            The link, subpages and search engines:{' '}
            <button
              type="button"
              className={LINK_CLASSES}
              onClick={() => openDialog({ kind: 'share', pageId: page.id })}
            >
              Share
            </button>
          </p>
        )}
        <PageSettingsParts
          organizationId={organizationId}
          page={page}
          pages={forest.pages}
          errors={problems}
          onDraft={(integration, draft) => {
            setDrafts((others) => ({ ...others, [integration]: draft }));
            clear();
          }}
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
