/** The template that is marked in the gallery: its preview, and what can be done with it. */
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Pencil, Trash2 } from 'lucide-react';
import { isManager, type WorkspaceRole } from '../../../lib/current-workspace.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../../ui/states/skeleton.tsx';
import { templateTextQuery } from '../api/templates-query.ts';
import type { AnyTemplate, OwnTemplate } from '../state/template.ts';
import { TemplateIcon } from './template-icon.tsx';
import { TemplatePreview } from './template-preview.tsx';

interface ShownTemplateProps {
  readonly template: AnyTemplate;
  /** The name of the page that it goes into; undefined for one that it gives its name. */
  readonly page: string | undefined;
  readonly role: WorkspaceRole;
  readonly isBusy: boolean;
  readonly onUse: () => void;
  readonly onEdit: (template: OwnTemplate, content: string) => void;
  readonly onDelete: (template: OwnTemplate) => void;
  /** On phones: to the list. */
  readonly onBack: () => void;
}

export function ShownTemplate(props: ShownTemplateProps) {
  const { template, page, isBusy, onUse, onBack } = props;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-start justify-end gap-2">
        <IconButton label="All templates" className="template-back -ms-1.5" onClick={onBack}>
          <ArrowLeft aria-hidden />
        </IconButton>
        <div className="min-w-40 flex-1">
          <h3 className="flex items-center gap-2 font-medium">
            <TemplateIcon icon={template.icon} />
            <span dir="auto" className="truncate" title={template.name}>
              {template.name}
            </span>
          </h3>
          <p
            className="line-clamp-2 text-[0.8125rem] text-pretty text-ink-muted wrap-anywhere"
            title={template.description}
          >
            {template.description}
          </p>
        </div>
        <OwnActions {...props} />
        <Button look="primary" busy={isBusy} onClick={onUse}>
          Use template
        </Button>
      </div>
      {template.isOwn ? (
        <OwnPreview template={template} page={page} />
      ) : (
        <TemplatePreview pageName={template.pageName} content={template.content} page={page} />
      )}
    </>
  );
}

/** For those who may; the server decides for itself. */
function OwnActions({ template, role, onEdit, onDelete }: ShownTemplateProps) {
  const { user } = useSignedIn();
  const text = useQuery({ ...templateTextQuery(asOwn(template)), enabled: template.isOwn });
  if (!template.isOwn || !(isManager(role) || template.createdBy === user.id)) return null;
  return (
    <>
      <IconButton
        label="Edit template"
        disabled={text.data === undefined}
        onClick={() => text.data !== undefined && onEdit(template, text.data)}
      >
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label="Delete template" onClick={() => onDelete(template)}>
        <Trash2 aria-hidden />
      </IconButton>
    </>
  );
}

function asOwn(template: AnyTemplate) {
  return template.isOwn ? template : { id: '', updatedAt: '' };
}

function OwnPreview({
  template,
  page,
}: {
  readonly template: OwnTemplate;
  readonly page: string | undefined;
}) {
  const { data, error, refetch } = useQuery(templateTextQuery(template));
  if (data !== undefined) return <TemplatePreview pageName={template.pageName} content={data} page={page} />;
  if (!error) return <SkeletonRows rows={6} label="Loading the template" />;
  return (
    <ErrorState
      title="The template could not be shown."
      failure={error}
      action={<Button onClick={() => void refetch()}>Try again</Button>}
    >
      {error.message}
    </ErrorState>
  );
}
