/** The handles of the row and the column that the caret is in, their menus, and the buttons that add one at the end. */
import { EditorSelection } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { GripHorizontal, GripVertical, Plus } from 'lucide-react';
import {
  type CSSProperties,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import { keyText } from '../../../../../lib/browser/key-names.ts';
import { ContextMenu } from '../../../../../ui/menus/context-menu.tsx';
import { WithTooltip } from '../../../../../ui/tooltip.tsx';
import type { EditorChanges } from '../../../view/editor-changes.ts';
import { placeOfCaret, selectLine } from '../selection/select-cells.ts';
import { type Aim, cellNear, selectedCells } from '../selection/selected-cells.ts';
import { placeAt } from '../table-at.ts';
import { addColumnRight, goToCell } from '../writing/table-commands.ts';
import { type Axis, dragLine } from './drag-line.ts';
import { TABLE_MENU_KEY } from './table-keys.ts';
import { TableMenuItems } from './table-menu-items.tsx';
import { openTableMenu, rowAtCaret, type ToolsPlace, toolsPlaces } from './tools-place.ts';

interface TableToolsProps {
  readonly view: EditorView;
  readonly changes: EditorChanges;
}

interface OpenMenu {
  readonly of: Axis | 'table';
  readonly point: { readonly x: number; readonly y: number; readonly height?: number };
  /** The cell that the caret was in before the whole line was selected. */
  readonly caret?: Aim | undefined;
}

export function TableTools({ view, changes }: TableToolsProps) {
  const place = useToolsPlace(view, changes);
  const [menu, setMenu] = useState<OpenMenu>();
  const [shown, setShown] = useState<OpenMenu['of']>('table');
  const [drop, setDrop] = useState<{ readonly axis: Axis; readonly at: number }>();
  const wasDragged = useRef(false);
  const open = useCallback((next: OpenMenu) => {
    setShown(next.of);
    setMenu(next);
  }, []);
  const attach = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined;
      return changes.subscribe(({ transactions }) => {
        const isAsked = transactions.some(({ effects }) => effects.some((one) => one.is(openTableMenu)));
        // An update is no time to measure.
        if (isAsked) queueMicrotask(() => open({ of: 'table', point: pointBelowCaret(view) }));
      });
    },
    [changes, view, open],
  );
  const press = (axis: Axis) => (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return;
    wasDragged.current = false;
    dragLine(event.nativeEvent, {
      view,
      axis,
      onPlace: (at) => setDrop(at === undefined ? undefined : { axis, at }),
      onEnd: (isMoved) => {
        wasDragged.current = isMoved;
      },
    });
  };
  // Not as the finger is lifted: the click that follows would close the menu again.
  const click = (axis: Axis) => (event: MouseEvent<HTMLButtonElement>) => {
    if (wasDragged.current) return;
    const { left, bottom } = event.currentTarget.getBoundingClientRect();
    const caret = placeOfCaret(view.state);
    selectLine(view, axis);
    // A row that is selected may be taller than before.
    const row = axis === 'row' ? rowAtCaret(view)?.getBoundingClientRect() : undefined;
    const point = row ? { x: left, y: row.top, height: row.height } : { x: left, y: bottom + 4 };
    open({ of: axis, point, caret });
  };
  const handleOf = (axis: Axis) => ({
    axis,
    isOpen: menu?.of === axis,
    onPress: press(axis),
    onClick: click(axis),
  });
  return createPortal(
    <div ref={attach} className="table-tools">
      {place && (
        <>
          <Handle {...handleOf('row')} place={place} />
          {place.column && <Handle {...handleOf('column')} place={place} />}
          <Adder
            label="Add a row"
            style={{ top: place.top + place.height, left: place.left, width: place.width }}
            onClick={() => addRow(view)}
          />
          <Adder
            label="Add a column"
            dir={place.isToRight ? undefined : 'rtl'}
            style={{
              top: place.top,
              left: place.left + (place.isToRight ? place.width : 0),
              height: place.height,
            }}
            onClick={() => addColumn(view)}
          />
        </>
      )}
      {place && drop && <div className="table-drop" style={dropStyle(view, place, drop)} />}
      <ContextMenu
        label={shown === 'row' ? 'Row' : shown === 'column' ? 'Column' : 'Table'}
        point={menu?.point}
        onClose={() => setMenu(undefined)}
        returnFocusTo={() => view.contentDOM}
      >
        <TableMenuItems view={view} of={shown} onBefore={() => backToCaret(view, menu)} />
      </ContextMenu>
    </div>,
    view.dom,
  );
}

/** The source view has no tools: there, the plugin is not. */
function useToolsPlace(view: EditorView, changes: EditorChanges): ToolsPlace | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      let unsubscribe = view.plugin(toolsPlaces)?.subscribe(listener);
      // With another look of the page comes another plugin.
      let plugin = view.plugin(toolsPlaces);
      const stop = changes.subscribe(() => {
        const now = view.plugin(toolsPlaces);
        if (now === plugin) return;
        unsubscribe?.();
        plugin = now;
        unsubscribe = now?.subscribe(listener);
        listener();
      });
      return () => {
        stop();
        unsubscribe?.();
      };
    },
    [view, changes],
  );
  return useSyncExternalStore(subscribe, () => view.plugin(toolsPlaces)?.get());
}

interface HandleProps {
  readonly axis: Axis;
  readonly place: ToolsPlace;
  readonly isOpen: boolean;
  readonly onPress: (event: PointerEvent<HTMLButtonElement>) => void;
  readonly onClick: (event: MouseEvent<HTMLButtonElement>) => void;
}

function Handle({ axis, place, isOpen, onPress, onClick }: HandleProps) {
  const { row, column, top, left, width, isToRight } = place;
  const style =
    axis === 'row'
      ? { top: row.start + row.size / 2, left: isToRight ? left : left + width }
      : { top, left: (column?.start ?? 0) + (column?.size ?? 0) / 2 };
  const Icon = axis === 'row' ? GripVertical : GripHorizontal;
  return (
    <WithTooltip text={`Drag to move, click for actions (${keyText(TABLE_MENU_KEY)})`}>
      <button
        type="button"
        tabIndex={-1}
        aria-label={axis === 'row' ? 'Actions of the row' : 'Actions of the column'}
        aria-haspopup="menu"
        className="table-handle"
        data-axis={axis}
        data-open={isOpen || undefined}
        style={style}
        onMouseDown={(event) => event.preventDefault()}
        onPointerDown={onPress}
        onClick={onClick}
      >
        <Icon aria-hidden />
      </button>
    </WithTooltip>
  );
}

interface AdderProps {
  readonly label: string;
  readonly dir?: 'rtl' | undefined;
  readonly style: CSSProperties;
  readonly onClick: () => void;
}

function Adder({ label, dir, style, onClick }: AdderProps): ReactNode {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      title={label}
      className="table-adder"
      dir={dir}
      data-axis={style.height === undefined ? 'row' : 'column'}
      style={style}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      <Plus aria-hidden />
    </button>
  );
}

function addRow(view: EditorView): void {
  const place = placeAt(view.state, view.state.selection.main.head);
  if (place) goToCell({ row: place.table.rows.length, column: 0 })(view);
}

function addColumn(view: EditorView): void {
  const { state } = view;
  const place = placeAt(state, state.selection.main.head);
  const last = place?.table.rows[0]?.cells.at(-1);
  if (!last) return;
  const atEnd = state.update({ selection: EditorSelection.cursor(last.end) }).state;
  addColumnRight({
    state: atEnd,
    dispatch: ({ changes, newSelection }) =>
      view.dispatch({ changes, selection: newSelection, scrollIntoView: true, userEvent: 'input.format' }),
  });
}

/** An action leaves the caret where it was, with what others wrote meanwhile: the selection knows its own line. */
function backToCaret(view: EditorView, menu: OpenMenu | undefined): void {
  const cells = selectedCells(view.state);
  if (!cells || !menu?.caret) return;
  const { row, column } = cells.head;
  const aim = menu.of === 'row' ? { row, column: menu.caret.column } : { row: menu.caret.row, column };
  const cell = cellNear(cells.table, aim);
  if (cell) view.dispatch({ selection: EditorSelection.cursor(cell.end), userEvent: 'select' });
}

function dropStyle(
  view: EditorView,
  { top, left, width, height }: ToolsPlace,
  { axis, at }: { readonly axis: Axis; readonly at: number },
): CSSProperties {
  const corner = view.dom.getBoundingClientRect();
  return axis === 'row'
    ? { top: at - corner.top - 1, left, width, height: 3 }
    : { top, left: at - corner.left - 1, width: 3, height };
}

function pointBelowCaret(view: EditorView): OpenMenu['point'] {
  const { left, top, bottom } =
    view.coordsAtPos(view.state.selection.main.head) ?? view.contentDOM.getBoundingClientRect();
  return { x: left, y: top, height: Math.min(bottom - top, window.innerHeight - top) };
}
