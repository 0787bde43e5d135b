/** Files that are dropped onto a page's name in the sidebar go below the text of that page. Comes when the browser is idle. */
import { hasFiles } from '../../lib/browser/keep-dropped-files-out.ts';
import { paths } from '../../lib/paths.ts';
import { toast } from '../../ui/toasts/toasts.ts';
import './drop-files-on-pages.css';

const TAKES = 'data-takes-files';
const SIDEBAR = 'section[aria-label="Pages"]';
const PAGE = `a[href^="${paths.dashboard}/pages/"]`;

/** @param signal ends it */
export function dropFilesOnPages(userId: string, signal: AbortSignal): void {
  // Before the tree of pages, which keeps every drag to itself, and before the window, which refuses what nothing takes.
  const first = { signal, capture: true };
  document.addEventListener('dragover', hover, first);
  document.addEventListener('dragleave', () => mark(undefined), first);
  document.addEventListener(
    'drop',
    (event) => {
      mark(undefined);
      const row = rowAt(event);
      if (!row) return;
      take(event);
      void addFiles(userId, row.pageId, [...(event.dataTransfer?.files ?? [])]);
    },
    first,
  );
}

function hover(event: DragEvent): void {
  const row = rowAt(event);
  mark(row?.element);
  if (!row || !event.dataTransfer) return;
  take(event);
  event.dataTransfer.dropEffect = 'copy';
}

function take(event: DragEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

function rowAt({ target, dataTransfer }: DragEvent) {
  if (!hasFiles(dataTransfer) || !(target instanceof Element) || !target.closest(SIDEBAR)) return undefined;
  const element = target.closest(`[role=treeitem], ${PAGE}`);
  const link = element?.matches(PAGE) ? element : element?.querySelector(PAGE);
  const pageId = link?.getAttribute('href')?.split('/').at(-1);
  return element && pageId ? { element, pageId } : undefined;
}

function mark(row: Element | undefined): void {
  for (const marked of document.querySelectorAll(`[${TAKES}]`))
    if (marked !== row) marked.removeAttribute(TAKES);
  row?.setAttribute(TAKES, '');
}

async function addFiles(userId: string, pageId: string, files: readonly File[]): Promise<void> {
  try {
    const { addFilesToPage } = await import('../../features/editor/add-files-to-page.ts');
    toast('success', await addFilesToPage(userId, pageId, files));
  } catch {
    toast('error', 'The files could not be added to this page.');
  }
}
