/** The parts of the integrations that are about one page. Nothing that a page loads first imports them. */
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
      parts?.isLinked(page) && <parts.PageNotice key={id} organizationId={organizationId} pageId={page.id} />,
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
        <parts.PageSettings key={id} {...about} error={errors[id]} onDraft={(draft) => onDraft(id, draft)} />
      ),
  );
}
