/** One row of the page tree. */
import { ChevronRight, Ellipsis, FileText, Folder, Plus } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { pagePath } from '../../../lib/paths.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Point } from '../../../ui/menus/menu-position.ts';
import { useOpenPageDialog } from '../state/page-dialogs.ts';
import type { TreePage } from '../state/page-forest.ts';
import type { PageRowItem } from '../state/use-headless-tree.ts';
import { RenameInput } from './rename-input.tsx';

const INDENT_PX = 12;
const INSET_PX = 16;
// However deep a page is, this much of its row is left for its name.
const LEAST_ROOM_PX = 128;

interface PageRowProps {
  readonly item: PageRowItem;
  readonly page: TreePage;
  readonly offsetPx: number;
  readonly isCurrent: boolean;
  readonly isMenuOpen: boolean;
  readonly isRenaming: boolean;
  readonly onRename: () => void;
  /** @param typed the name that was typed; undefined when it was given up */
  readonly onRenamed: (typed: string | undefined) => void;
  readonly onMenu: (point: Point) => void;
  readonly onNavigate: (() => void) | undefined;
}

export function PageRow(props: PageRowProps) {
  const { item, page, offsetPx, isCurrent, isMenuOpen, isRenaming, onRename, onRenamed, onMenu, onNavigate } =
    props;
  const { onClick: _expands, ...rowProps } = item.getProps();
  const openMenu = (event: MouseEvent) => {
    event.preventDefault();
    item.setFocused();
    onMenu(pointOf(event));
  };
  const finish = (typed: string | undefined, isDoneByKey: boolean) => {
    onRenamed(typed);
    if (isDoneByKey) item.getElement()?.focus();
  };
  return (
    <div
      {...rowProps}
      role="treeitem"
      tabIndex={item.isFocused() ? 0 : -1}
      aria-selected={isCurrent}
      onContextMenu={openMenu}
      onFocus={() => item.setFocused()}
      style={{
        transform: `translateY(${offsetPx}px)`,
        paddingInlineStart: `min(${item.getItemMeta().level * INDENT_PX + INSET_PX}px, 100% - ${LEAST_ROOM_PX}px)`,
      }}
      className={classNames(
        'group absolute inset-x-2 top-0 flex h-8 items-center gap-1 rounded-md pe-1 -outline-offset-2',
        isCurrent ? 'bg-selected font-medium text-ink' : 'text-ink-muted hover:bg-hover hover:text-ink',
        isMenuOpen && !isCurrent && 'bg-hover text-ink',
      )}
    >
      <ExpandArrow item={item} name={page.name} />
      <RowIcon isFolder={item.isFolder()} />
      {isRenaming ? (
        <RenameInput name={page.name} onDone={finish} />
      ) : (
        <Link
          to={pagePath(page.id)}
          tabIndex={-1}
          draggable={false}
          title={page.name}
          aria-current={isCurrent ? 'page' : undefined}
          // The row has the focus, never the link in it: keys are the row's.
          onFocus={() => item.getElement()?.focus()}
          onClick={onNavigate}
          onDoubleClick={onRename}
          className="min-w-0 flex-1 truncate py-1.5 ps-0.5 outline-none"
        >
          {page.name}
        </Link>
      )}
      {!isRenaming && <RowActions item={item} page={page} isMenuOpen={isMenuOpen} onMenu={openMenu} />}
    </div>
  );
}

function ExpandArrow({ item, name }: { readonly item: PageRowItem; readonly name: string }) {
  if (!item.isFolder()) return <span className="-ms-3 size-5 shrink-0" />;
  const isExpanded = item.isExpanded();
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`${isExpanded ? 'Collapse' : 'Expand'} ${name}`}
      onClick={() => (isExpanded ? item.collapse() : item.expand())}
      className="-ms-3 inline-flex size-5 shrink-0 items-center justify-center rounded hover:bg-line"
    >
      <ChevronRight
        aria-hidden
        className={classNames('size-3.5 transition-transform', isExpanded && 'rotate-90')}
      />
    </button>
  );
}

function RowIcon({ isFolder }: { readonly isFolder: boolean }) {
  const Icon = isFolder ? Folder : FileText;
  return <Icon aria-hidden className="size-4 shrink-0 opacity-80" />;
}

interface RowActionsProps {
  readonly item: PageRowItem;
  readonly page: TreePage;
  readonly isMenuOpen: boolean;
  readonly onMenu: (event: MouseEvent) => void;
}

function RowActions({ item, page, isMenuOpen, onMenu }: RowActionsProps) {
  const open = useOpenPageDialog();
  // Reached by Tab from the row that has the focus, and only from that one.
  const tabIndex = item.isFocused() ? 0 : -1;
  const classes = 'size-6 [&_svg]:size-3.5 hover:bg-line';
  return (
    <span
      className={classNames(
        'flex shrink-0',
        // A name has the whole row until a pointer or the focus is on it.
        !isMenuOpen && 'pointer-fine:[.group:not(:hover,:focus-within)_&]:hidden',
      )}
    >
      <IconButton
        label={`Actions for ${page.name}`}
        aria-haspopup="menu"
        tabIndex={tabIndex}
        onClick={onMenu}
        className={classes}
      >
        <Ellipsis aria-hidden />
      </IconButton>
      <IconButton
        label={`Add a page under ${page.name}`}
        tabIndex={tabIndex}
        onClick={() => open({ kind: 'create', parentId: page.id })}
        className={classes}
      >
        <Plus aria-hidden />
      </IconButton>
    </span>
  );
}

/** Where the pointer is; a key press on a button has no pointer, so the button's corner counts. */
function pointOf({ clientX, clientY, currentTarget }: MouseEvent): Point {
  if (clientX !== 0 || clientY !== 0) return { x: clientX, y: clientY };
  const { left, bottom } = currentTarget.getBoundingClientRect();
  return { x: left, y: bottom };
}
