/** The place of each page in the archive of a person's own data: a folder for each workspace, and one for its trash. */

import { safeFileName, uniqueName } from '../texts/file-names.ts';
import { type ExportPage, type PlannedFile, planExport } from './export-plan.ts';

export interface Membership {
  readonly role: string;
  readonly status: string;
  /** ISO 8601. */
  readonly joined_at: string;
  readonly organization: { readonly id: string; readonly name: string; readonly slug: string };
}

interface OwnPage extends ExportPage {
  readonly organization_id: string;
  readonly is_archived: boolean;
}

export function planOwnPages<Page extends OwnPage>(
  pages: readonly Page[],
  memberships: readonly Membership[],
): PlannedFile<Page>[] {
  const names = new Map(memberships.map(({ organization }) => [organization.id, organization.name]));
  const taken = new Set<string>();
  const byWorkspace = Map.groupBy(pages, ({ organization_id: id }) => id);
  return [...byWorkspace].flatMap(([id, own]) => {
    const folder = uniqueName(safeFileName(names.get(id) ?? ''), taken);
    const { kept = [], trashed = [] } = Object.groupBy(own, ({ is_archived }) =>
      is_archived ? 'trashed' : 'kept',
    );
    return [...placed(['pages', folder], kept), ...placed(['trash', folder], trashed)];
  });
}

function placed<Page extends OwnPage>(
  folders: readonly string[],
  pages: readonly Page[],
): PlannedFile<Page>[] {
  return planExport(pages, null).map(({ page, path }) => ({ page, path: [...folders, ...path] }));
}
