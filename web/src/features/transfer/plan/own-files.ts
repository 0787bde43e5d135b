/**
 * The places, in the archive of a person's own data, of files that no page of theirs shows, and the archive's words
 * about itself.
 */
import { pageTitle } from '../../../lib/page/page-title.ts';
import { safeFileName, uniqueName } from '../texts/file-names.ts';
import { countFiles, countPages } from './count-pages.ts';
import type { ExportPage, PlannedFile } from './export-plan.ts';
import { type ExportFile, safeName, uniqueFileName } from './file-places.ts';
import type { Membership } from './own-data.ts';

export interface OwnFile extends ExportFile {
  readonly organizationId: string | null;
  /** The name of the page that it was put in first; undefined where that is gone, or hidden from the person. */
  readonly pageName: string | undefined;
}

/** @returns their paths, by their ids */
export function placeOwnFiles(
  files: readonly OwnFile[],
  memberships: readonly Membership[],
): Map<string, readonly string[]> {
  const names = new Map(memberships.map(({ organization }) => [organization.id, organization.name]));
  const folders = new Set<string>();
  const places = new Map<string, readonly string[]>();
  for (const [workspace, own] of Map.groupBy(files, ({ organizationId }) => organizationId)) {
    const folder = uniqueName(safeFileName(names.get(workspace ?? '') ?? ''), folders);
    const taken = new Set<string>();
    for (const { id, name } of own) places.set(id, ['files', folder, uniqueFileName(safeName(name), taken)]);
  }
  return places;
}

interface OwnData {
  readonly planned: readonly PlannedFile<ExportPage & { readonly is_archived: boolean }>[];
  /** Those in `files/`. */
  readonly files: readonly OwnFile[];
  readonly places: ReadonlyMap<string, readonly string[]>;
  readonly missing: readonly string[];
}

export function describeOwnData({ planned, files, places, missing }: OwnData): string {
  const inTrash = planned.filter(({ page }) => page.is_archived).length;
  const lines = [
    '# Your data',
    '',
    '- `profile.json`: your profile.',
    '- `memberships.json`: the workspaces that you are a member of.',
    `- \`pages/\`: ${countPages(planned.length - inTrash)} that you created, with the pictures and files that they show.`,
    `- \`trash/\`: ${countPages(inTrash)} of yours in the trash.`,
    `- \`files/\`: ${countFiles(files.length)} that you put into pages of other people, or that only former texts show.`,
    '',
    'What other people created is not in here, nor files in pages that you cannot read any more.',
  ];
  if (files.length > 0) lines.push('', '## Files that no page of yours shows', '');
  for (const { id, pageName } of files)
    lines.push(
      `- \`${places.get(id)?.join('/')}\`${pageName === undefined ? '' : `, put into “${pageTitle(pageName)}”`}`,
    );
  if (missing.length > 0)
    lines.push('', '## Left out, as they are not on the server', '', ...missing.map((name) => `- ${name}`));
  return `${lines.join('\n')}\n`;
}
