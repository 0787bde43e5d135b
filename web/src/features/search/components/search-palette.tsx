/** The command palette: finds pages by their text, leads back to those opened last, and runs common actions. */
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pageTitle } from '../../../lib/page/page-title.ts';
import { useOpenedPages } from '../../../lib/page/recent-page-ids.ts';
import { pagePath } from '../../../lib/paths.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { CommandPalette, type PaletteGroup } from '../../../ui/palette/command-palette.tsx';
import type { FoundFile } from '../found-file.ts';
import type { FoundPage, KnownPage } from '../found-page.ts';
import { holds } from '../matches.ts';
import { useFileSearch } from '../state/use-file-search.ts';
import { useSearch } from '../state/use-search.ts';
import { FileResult } from './file-result.tsx';
import { PageResult } from './page-result.tsx';
import { SearchNotice } from './search-notice.tsx';

export interface PaletteAction {
  readonly name: string;
  readonly icon: LucideIcon;
  /** The address that it leads to; without one, it does `run`. */
  readonly to?: string;
  readonly run?: () => void;
}

export interface PalettePages {
  readonly all: readonly KnownPage[];
  find(id: string): KnownPage | undefined;
  /** The names of the pages above one, from the root down. */
  pathOf(id: string): readonly string[];
}

type Entry =
  | { readonly kind: 'page'; readonly page: FoundPage }
  | { readonly kind: 'file'; readonly file: FoundFile }
  | { readonly kind: 'action'; readonly action: PaletteAction };

interface SearchPaletteProps {
  readonly organizationId: string;
  readonly pages: PalettePages;
  readonly actions: readonly PaletteAction[];
  /** The text typed while this was loading. */
  readonly typedEarly: string;
  readonly onClose: () => void;
  /** Closes it, for another screen. */
  readonly onLeave: () => void;
}

const MOST_OPENED = 5;

export function SearchPalette({
  organizationId,
  pages,
  actions,
  typedEarly,
  onClose,
  onLeave,
}: SearchPaletteProps) {
  const { user } = useSignedIn();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [value, setValue] = useState(typedEarly);
  const typed = value.trim();
  const search = useSearch(organizationId, typed, pages.all);
  const files = useFileSearch(organizationId, typed);
  const groups = groupsOf(typed, search.found, files, opened(useOpenedPages(user.id), pages), actions);
  const choose = (entry: Entry, elsewhere: boolean) => {
    const to = addressOf(entry);
    if (to !== undefined && elsewhere) return void window.open(to, '_blank', 'noopener');
    if (to !== undefined && to !== pathname) {
      onLeave();
      navigate(to);
    } else {
      onClose();
      if (entry.kind === 'action') entry.action.run?.();
    }
  };
  return (
    <CommandPalette<Entry>
      onClose={onClose}
      label="Search"
      placeholder="Search pages…"
      value={value}
      onValueChange={setValue}
      groups={groups}
      keyOf={keyOf}
      nameOf={nameOf}
      renderItem={(entry) =>
        entry.kind === 'file' ? (
          <FileResult file={entry.file} question={typed} />
        ) : entry.kind === 'page' ? (
          <PageResult
            page={entry.page}
            icon={pages.find(entry.page.id)?.look?.icon}
            path={pages.pathOf(entry.page.id)}
            question={typed}
          />
        ) : (
          <>
            <entry.action.icon aria-hidden />
            <span className="min-w-0 flex-1 truncate">{entry.action.name}</span>
          </>
        )
      }
      onChoose={choose}
      isOutdated={search.isOutdated || (search.isPending && groups.length === 0)}
      status={statusOf(typed, search.found.length, files.length, search.isPending)}
      notice={<SearchNotice search={search} typed={typed} />}
    />
  );
}

function groupsOf(
  typed: string,
  found: readonly FoundPage[],
  files: readonly FoundFile[],
  recent: readonly FoundPage[],
  actions: readonly PaletteAction[],
): PaletteGroup<Entry>[] {
  const shownActions = actions.filter(({ name }) => typed === '' || holds(name, typed));
  const groups: PaletteGroup<Entry>[] = [
    {
      name: typed === '' ? 'Recently opened' : 'Pages',
      items: (typed === '' ? recent : found).map((page) => ({ kind: 'page', page })),
    },
    { name: 'Files', items: files.map((file) => ({ kind: 'file', file })) },
    { name: 'Actions', items: shownActions.map((action) => ({ kind: 'action', action })) },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

function opened(ids: readonly string[], pages: PalettePages): FoundPage[] {
  return ids
    .flatMap((id) => pages.find(id) ?? [])
    .slice(0, MOST_OPENED)
    .map(({ id, name }) => ({ id, name, match: 'title', snippet: null }));
}

/** A file is shown where it is used. */
function addressOf(entry: Entry): string | undefined {
  if (entry.kind === 'action') return entry.action.to;
  return pagePath(entry.kind === 'file' ? entry.file.page.id : entry.page.id);
}

function keyOf(entry: Entry): string {
  if (entry.kind === 'file') return entry.file.id;
  return entry.kind === 'page' ? entry.page.id : entry.action.name;
}

function nameOf(entry: Entry): string {
  if (entry.kind === 'file') return entry.file.name;
  return entry.kind === 'page' ? pageTitle(entry.page.name) : entry.action.name;
}

function statusOf(typed: string, pages: number, files: number, isPending: boolean): string {
  if (typed === '' || isPending) return '';
  const counted = pages === 1 ? '1 page' : `${pages} pages`;
  if (files > 0) return `${counted} and ${files === 1 ? '1 file' : `${files} files`} found`;
  return pages === 0 ? 'No pages found' : `${counted} found`;
}
