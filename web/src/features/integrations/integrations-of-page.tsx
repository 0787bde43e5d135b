/** The parts of the integrations that are about one page. */
import { Suspense } from 'react';
import type { LinkablePage, LinkDraft } from './integration.ts';
import { INTEGRATIONS } from './integrations.ts';

interface PageNoticesProps {
  readonly organizationId: string;
  readonly page: LinkablePage;
}

/** Above the open page. */
export function PageNotices({ organizationId, page }: PageNoticesProps) {
  return INTEGRATIONS.map(
    ({ id, parts }) =>
      parts?.isLinked(page) && (
        <Suspense key={id}>
          <parts.PageNotice organizationId={organizationId} pageId={page.id} />
        </Suspense>
      ),
  );
}

interface PageSettingsPartsProps extends PageNoticesProps {
  readonly pages: ReadonlyMap<string, LinkablePage>;
  /** By integration. */
  readonly errors: Partial<Record<string, string | undefined>>;
  readonly onDraft: (integration: string, draft: LinkDraft) => void;
}

/** In the page's settings. */
export function PageSettingsParts({ errors, onDraft, ...about }: PageSettingsPartsProps) {
  return INTEGRATIONS.map(
    ({ id, parts }) =>
      parts && (
        <Suspense key={id}>
          <parts.PageSettings {...about} error={errors[id]} onDraft={(draft) => onDraft(id, draft)} />
        </Suspense>
      ),
  );
}
