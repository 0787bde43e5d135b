/** A row of the page tree. */
import { ChevronRight, Ellipsis, FileText, Folder, Plus } from 'lucide-react';
import { type DragEvent, type MouseEvent, useState } from 'react';
import { Link } from 'react-router';
import { focusRowOf } from '../../../../lib/focus/tree-rows.ts';
import { absoluteUrl, pagePath } from '../../../../lib/paths.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { PageIcon } from '../../../../ui/icons/page-icon.tsx';
import type { Point } from '../../../../ui/menus/menu-position.ts';
import { VisibilityMark } from '../../../sharing/visibility-mark.tsx';
import { useOpenPageDialog } from '../../state/page-dialogs.ts';
import { INDENT_PX, type PageRowItem } from '../../state/use-headless-tree.ts';
import type { TreePage } from '../../tree/page-forest.ts';
import type { SeenBy } from '../../tree/seen-by.ts';
import { RenameInput } from './rename-input.tsx';

const INSET_PX = 16;
// With a mouse, only the row under it shows its actions: in every row they would take half of the drawing time.
// A finger does not hover.
const ALWAYS_SHOWS_ACTIONS = !matchMedia('(pointer: fine)').matches;
// By touch, a long press is for scrolling and the menu.
const CAN_DRAG = matchMedia('(any-pointer: fine)').matches;
// A row keeps this much room for its name, however deep the page is.
const LEAST_ROOM_PX = 128;

interface PageRowProps {
  readonly item: PageRowItem;
  readonly page: TreePage;
  readonly seenBy: SeenBy;
  readonly offsetPx: number;
  readonly isCurrent: boolean;
  /** Tab leads to this row. */
  readonly isTabStop: boolean;
  readonly isDragged: boolean;
  readonly canDrag: boolean;
  readonly isMenuOpen: boolean;
  readonly isRenaming: boolean;
  readonly onRename: () => void;
  /** @param typed the name that was typed; undefined when it was given up */
  readonly onRenamed: (typed: string | undefined) => void;
  readonly onMenu: (point: Point) => void;
  readonly onNavigate: (() => void) | undefined;
}

export function PageRow(props: PageRowProps) {
  const { item, page, seenBy, offsetPx, isCurrent, isTabStop, isDragged, canDrag } = props;
  const { isMenuOpen, isRenaming, onRename, onRenamed, onMenu, onNavigate } = props;
  const [isHovered, setHovered] = useState(false);
  const { onClick: _expands, onDragStart: _selects, ...rowProps } = item.getProps();
  const openMenu = (event: MouseEvent) => {
    event.preventDefault();
    focusRowOf(event.currentTarget);
    onMenu(pointOf(event));
  };
  const finish = (typed: string | undefined, isDoneByKey: boolean) => {
    onRenamed(typed);
    if (isDoneByKey) focusRowOf(item.getElement());
  };
  const isDraggable = CAN_DRAG && canDrag && !isRenaming && !page.isPending;
  const isDropTarget = item.isUnorderedDragTarget();
  return (
    <div
      {...rowProps}
      role="treeitem"
      tabIndex={isTabStop ? 0 : -1}
      aria-selected={isCurrent}
      aria-busy={page.isPending || undefined}
      draggable={isDraggable}
      onContextMenu={openMenu}
      onDragStart={(event) => startDrag(item, event)}
      onFocus={() => item.setFocused()}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      style={{
        transform: `translateY(${offsetPx}px)`,
        paddingInlineStart: `min(${item.getItemMeta().level * INDENT_PX + INSET_PX}px, 100% - ${LEAST_ROOM_PX}px)`,
      }}
      className={classNames(
        'group absolute inset-x-2 top-0 flex h-8 items-center gap-1 rounded-md pe-1 -outline-offset-2',
        isCurrent ? 'bg-selected font-medium text-ink' : 'text-ink-muted hover:bg-hover hover:text-ink',
        isMenuOpen && !isCurrent && 'bg-hover text-ink',
        isDropTarget && 'bg-accent-soft! text-ink outline-2 outline-accent',
        (isDragged || page.isPending) && 'opacity-55',
      )}
    >
      <ExpandArrow item={item} name={page.name} />
      <RowIcon icon={page.look?.icon} isFolder={item.isFolder()} />
      {isRenaming ? (
        <RenameInput name={page.name} onDone={finish} />
      ) : (
        <RowName page={page} isCurrent={isCurrent} onNavigate={onNavigate} onRename={onRename} />
      )}
      <VisibilityMark visibility={seenBy.visibility} because={seenBy.because?.name} />
      {(ALWAYS_SHOWS_ACTIONS || isHovered || isTabStop || isMenuOpen) && !isRenaming && !page.isPending && (
        <RowActions page={page} isTabStop={isTabStop} isMenuOpen={isMenuOpen} onMenu={openMenu} />
      )}
    </div>
  );
}

type RowNameProps = Pick<PageRowProps, 'page' | 'isCurrent' | 'onNavigate' | 'onRename'>;

function RowName({ page, isCurrent, onNavigate, onRename }: RowNameProps) {
  return (
    <Link
      to={pagePath(page.id)}
      dir="auto"
      tabIndex={-1}
      draggable={false}
      title={page.name}
      aria-current={isCurrent ? 'page' : undefined}
      // Moving the focus while it is pressed would prevent dragging the row.
      onFocus={({ currentTarget }) => !currentTarget.matches(':active') && focusRowOf(currentTarget)}
      onClick={(event) => {
        focusRowOf(event.currentTarget);
        onNavigate?.();
      }}
      onDoubleClick={onRename}
      className={classNames(
        'min-w-0 flex-1 truncate px-0.5 py-1.5 text-left outline-none',
        page.isPending && 'pointer-events-none',
      )}
    >
      {page.name}
    </Link>
  );
}

/** The library would drag the selected rows; here one is dragged at a time. */
function startDrag(item: PageRowItem, event: DragEvent): void {
  // Dropped outside the tree, a page becomes its URL.
  event.dataTransfer.setData('text/plain', absoluteUrl(pagePath(item.getId())));
  event.dataTransfer.effectAllowed = 'copyMove';
  item.getTree().applySubStateUpdate('dnd', { draggedItems: [item], draggingOverItem: item });
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

function RowIcon({ icon, isFolder }: { readonly icon: string | undefined; readonly isFolder: boolean }) {
  if (icon !== undefined) return <PageIcon icon={icon} className="text-[0.8125rem]" />;
  const Icon = isFolder ? Folder : FileText;
  return <Icon aria-hidden className="size-4 shrink-0 opacity-80" />;
}

interface RowActionsProps {
  readonly page: TreePage;
  readonly isTabStop: boolean;
  readonly isMenuOpen: boolean;
  readonly onMenu: (event: MouseEvent) => void;
}

function RowActions({ page, isTabStop, isMenuOpen, onMenu }: RowActionsProps) {
  const open = useOpenPageDialog();
  // Tab reaches it from the focused row only.
  const tabIndex = isTabStop ? 0 : -1;
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
        onClick={(event) => {
          focusRowOf(event.currentTarget);
          open({ kind: 'create', parentId: page.id });
        }}
        className={classes}
      >
        <Plus aria-hidden />
      </IconButton>
    </span>
  );
}

/** The pointer's place; for a key press on a button, the button's corner. */
function pointOf({ clientX, clientY, currentTarget }: MouseEvent): Point {
  if (clientX !== 0 || clientY !== 0) return { x: clientX, y: clientY };
  const { left, bottom } = currentTarget.getBoundingClientRect();
  return { x: left, y: bottom };
}
