/** Every template that a page can begin with: the workspace's own and ours, with a preview, and the form that changes one. */
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { WorkspaceRole } from '../../../lib/current-workspace.ts';
import { requestIdOf } from '../../../lib/errors/app-error.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { RequestId } from '../../../ui/request-id.tsx';
import { SkeletonRows } from '../../../ui/states/skeleton.tsx';
import { toastFailure } from '../../../ui/toasts/toasts.ts';
import { useDeleteTemplate } from '../api/delete-template.ts';
import { templatesQuery } from '../api/templates-query.ts';
import { useStartPage } from '../api/use-start-page.ts';
import { findTemplates } from '../state/find-templates.ts';
import type { AnyTemplate, BuiltInTemplate, OwnTemplate, StartedPage } from '../state/template.ts';
import { ShownTemplate } from './shown-template.tsx';
import { TemplateForm } from './template-form.tsx';
import { type TemplateGroup, TemplateList } from './template-list.tsx';
import './templates.css';

interface TemplateGalleryProps {
  readonly organizationId: string;
  readonly role: WorkspaceRole;
  /** In a file of their own: else their icons would come with the sign-in. */
  readonly builtIn: readonly BuiltInTemplate[];
  /** The name of the page that a template goes into; undefined for one that it gives its name. */
  readonly page: string | undefined;
  readonly onStart: (started: StartedPage) => Promise<void>;
  /** Told whether words would be lost by closing it. */
  readonly onDraft: (isDraft: boolean) => void;
}

type Written =
  | { readonly template?: undefined; readonly content?: undefined }
  | { readonly template: OwnTemplate; readonly content: string };

export function TemplateGallery(props: TemplateGalleryProps) {
  const { organizationId, onDraft } = props;
  const [written, setWritten] = useState<Written>();
  const [chosenKey, setChosenKey] = useState<string>();
  if (!written)
    return <Browser {...props} chosenKey={chosenKey} onChoose={setChosenKey} onWrite={setWritten} />;
  const finish = (id: string | undefined) => {
    if (id !== undefined) setChosenKey(id);
    onDraft(false);
    setWritten(undefined);
  };
  return (
    <TemplateForm
      organizationId={organizationId}
      template={written.template}
      content={written.content ?? ''}
      onDraft={onDraft}
      onDone={finish}
    />
  );
}

interface BrowserProps extends TemplateGalleryProps {
  readonly chosenKey: string | undefined;
  readonly onChoose: (key: string | undefined) => void;
  readonly onWrite: (written: Written) => void;
}

function Browser({
  organizationId,
  role,
  builtIn,
  page,
  onStart,
  chosenKey,
  onChoose,
  onWrite,
}: BrowserProps) {
  const [query, setQuery] = useState('');
  const [shows, setShows] = useState<'list' | 'preview'>('list');
  const [doomed, setDoomed] = useState<OwnTemplate>();
  const [isBusy, setBusy] = useState(false);
  const groups = useGroups(organizationId, builtIn, query);
  const startPage = useStartPage();
  const remove = useDeleteTemplate(organizationId);
  // The best match is marked.
  const search = (next: string) => {
    setQuery(next);
    onChoose(undefined);
  };
  const all = groups.flatMap(({ templates }) => templates);
  // The chosen template may be gone, by another search or by somebody else.
  const selected = all.find(({ key }) => key === chosenKey) ?? all[0];
  const use = async (template: AnyTemplate) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await onStart(await startPage(template, page));
    } catch (error) {
      toastFailure('The template could not be used', error);
    } finally {
      setBusy(false);
    }
  };
  const show = ({ key }: AnyTemplate) => {
    onChoose(key);
    setShows('preview');
  };
  return (
    <div className="template-gallery" data-shows={selected ? shows : 'list'}>
      <div className="template-list">
        <TemplateList
          groups={groups}
          query={query}
          onQuery={search}
          selected={selected}
          onSelect={({ key }) => onChoose(key)}
          onShow={show}
          onUse={(template) => void use(template)}
        />
        <Button look="quiet" className="mt-2 justify-start px-2!" onClick={() => onWrite({})}>
          <Plus aria-hidden className="size-4" />
          New template
        </Button>
      </div>
      <div className="template-shown">
        {selected && (
          <ShownTemplate
            template={selected}
            page={page}
            role={role}
            isBusy={isBusy}
            onUse={() => void use(selected)}
            onEdit={(template, content) => onWrite({ template, content })}
            onDelete={setDoomed}
            onBack={() => setShows('list')}
          />
        )}
      </div>
      <ConfirmDialog
        open={doomed !== undefined}
        onClose={() => setDoomed(undefined)}
        onConfirm={() => {
          setShows('list');
          if (doomed) remove.mutate(doomed.id);
        }}
        title={`Delete “${doomed?.name ?? ''}”?`}
        description="The template is deleted for everyone in this workspace. Pages that were made from it stay."
        confirmLabel="Delete"
      />
    </div>
  );
}

function useGroups(
  organizationId: string,
  builtIn: readonly BuiltInTemplate[],
  query: string,
): readonly TemplateGroup[] {
  const { data, error, refetch } = useQuery(templatesQuery(organizationId));
  const own = {
    name: 'Yours',
    templates: findTemplates(data ?? [], query),
    ...(!data && {
      instead: error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading />,
    }),
    ...(data?.length === 0 && query === '' && { instead: <NoneYet /> }),
  };
  return [own, { name: 'Built in', templates: findTemplates(builtIn, query) }];
}

function Loading() {
  return <SkeletonRows rows={2} label="Loading your templates" />;
}

function NoneYet() {
  return 'None yet. Save a page as a template from its menu, or write one here.';
}

function Failed({ failure, onRetry }: { readonly failure: unknown; readonly onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-start gap-2">
      Your templates could not be loaded.
      <RequestId id={requestIdOf(failure)} />
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
