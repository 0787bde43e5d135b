/** The row that an empty page offers below its caret: the likeliest templates, and the way to all. */
import { useQuery } from '@tanstack/react-query';
import { LayoutTemplate } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { toastFailure } from '../../../ui/toasts/toasts.ts';
import type { PageToFill } from '../../editor/page-starters.ts';
import { templatesQuery } from '../api/templates-query.ts';
import { useStartPage } from '../api/use-start-page.ts';
import { openGallery } from '../open-gallery.ts';
import { likelyTemplates } from '../state/find-templates.ts';
import { recentTemplates } from '../state/recent-templates.ts';
import type { AnyTemplate, BuiltInTemplate } from '../state/template.ts';
import { TemplateIcon } from './template-icon.tsx';

interface StartRowProps {
  readonly organizationId: string;
  readonly page: PageToFill;
  readonly builtIn: readonly BuiltInTemplate[];
}

export function StartRow({ organizationId, page, builtIn }: StartRowProps) {
  const own = useQuery(templatesQuery(organizationId));
  const [recent] = useState(recentTemplates);
  const startPage = useStartPage();
  // Nothing changes its place under the pointer.
  if (own.isPending) return null;
  const likely = likelyTemplates<AnyTemplate>(own.data ?? [], builtIn, recent);
  const use = async (template: AnyTemplate) => {
    try {
      page.fill(await startPage(template, page.name()));
    } catch (error) {
      toastFailure('The template could not be used', error);
    }
  };
  return (
    <>
      <p className="w-full text-[0.8125rem] text-ink-muted">Start with a template</p>
      {likely.map((template) => (
        <StartButton key={template.key} onClick={() => void use(template)}>
          <TemplateIcon icon={template.icon} />
          <span dir="auto" className="truncate">
            {template.name}
          </span>
        </StartButton>
      ))}
      <StartButton onClick={() => openGallery({ page })}>
        <LayoutTemplate aria-hidden className="size-4 text-ink-muted" />
        All templates…
      </StartButton>
    </>
  );
}

function StartButton({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="inline-flex min-h-8 max-w-64 items-center gap-1.5 rounded-md border border-line px-2.5 py-1 text-sm text-ink-muted transition-colors hover:bg-hover hover:text-ink active:bg-selected"
    >
      {children}
    </button>
  );
}
