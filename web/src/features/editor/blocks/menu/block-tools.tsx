/** The handle beside a block, the menu of its actions, and the line where a dragged block would land. */
import type { EditorView } from '@codemirror/view';
import { GripVertical } from 'lucide-react';
import {
  type MouseEvent,
  type PointerEvent,
  useCallback,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { keyText } from '../../../../lib/browser/key-names.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { ContextMenu } from '../../../../ui/menus/context-menu.tsx';
import { WithTooltip } from '../../../../ui/tooltip.tsx';
import type { EditorChanges } from '../../view/editor-changes.ts';
import { dragBlocks } from '../moving/drag-blocks.ts';
import type { DropPlace } from '../moving/drop-place.ts';
import { setTarget } from '../moving/target-blocks.ts';
import { selectedBlocks } from '../read-blocks.ts';
import { BLOCK_KEYS } from './block-key-names.ts';
import { openBlockMenu } from './block-keys.ts';
import { BlockMenuItems } from './block-menu-items.tsx';
import { HandlePlace } from './handle-place.ts';
import './block-tools.css';

interface BlockToolsProps {
  readonly view: EditorView;
  readonly changes: EditorChanges;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export function BlockTools({ view, changes }: BlockToolsProps) {
  const place = useMemo(() => new HandlePlace(view), [view]);
  const handle = useSyncExternalStore(place.subscribe, place.get);
  const [menu, setMenu] = useState<Point>();
  const [drop, setDrop] = useState<DropPlace>();
  const wasDragged = useRef(false);
  const openMenu = useCallback(
    (point: Point) => {
      const blocks = selectedBlocks(view.state);
      if (!blocks) return;
      place.isKept = true;
      view.dispatch({ effects: setTarget.of({ from: blocks.first.from, to: blocks.last.to }) });
      setMenu(point);
    },
    [view, place],
  );
  const closeMenu = () => {
    place.isKept = false;
    setMenu(undefined);
    view.dispatch({ effects: setTarget.of(undefined) });
  };
  const attach = useCallback(
    (frame: HTMLElement | null) => {
      if (!frame) return undefined;
      const room = frame.closest<HTMLElement>('.page-columns') ?? frame;
      const unwatch = place.watch(frame, room);
      const unsubscribe = changes.subscribe((update) => {
        place.follow(update);
        const isAsked = update.transactions.some(({ effects }) =>
          effects.some((one) => one.is(openBlockMenu)),
        );
        // An update is no time to measure.
        if (isAsked) queueMicrotask(() => openMenu(pointBelowCaret(view)));
      });
      return () => {
        unwatch();
        unsubscribe();
      };
    },
    [place, changes, openMenu, view],
  );
  const press = (event: PointerEvent<HTMLButtonElement>) => {
    const moved = place.blocks();
    if (event.button !== 0 || !moved) return;
    place.isKept = true;
    wasDragged.current = false;
    dragBlocks(event.nativeEvent, moved, {
      view,
      changes,
      onPlace: setDrop,
      onEnd: (isMoved) => {
        place.isKept = false;
        wasDragged.current = isMoved;
      },
    });
  };
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    const blocks = place.blocks();
    // A drag ends with a click, too.
    if (!blocks || wasDragged.current) return;
    selectFor(view, blocks.first.from, blocks.last.to);
    const { left, bottom } = event.currentTarget.getBoundingClientRect();
    openMenu({ x: left, y: bottom + 4 });
  };
  return (
    <div ref={attach} className="block-tools">
      {handle && (
        <WithTooltip
          text={`Drag to move, click for actions (${keyText(BLOCK_KEYS['Actions of the block'])})`}
        >
          <button
            type="button"
            tabIndex={-1}
            aria-label="Actions of the block"
            aria-haspopup="menu"
            dir={handle.dir}
            className={classNames('block-handle', menu && 'bg-selected')}
            style={{ top: handle.middlePx }}
            onMouseDown={(event) => event.preventDefault()}
            onPointerDown={press}
            onClick={click}
          >
            <GripVertical aria-hidden />
          </button>
        </WithTooltip>
      )}
      {drop && (
        <div className="block-drop" dir={drop.dir} style={{ top: drop.y, left: drop.x, width: drop.width }} />
      )}
      <ContextMenu
        label="Actions of the block"
        point={menu}
        onClose={closeMenu}
        returnFocusTo={() => view.contentDOM}
      >
        <BlockMenuItems view={view} />
      </ContextMenu>
    </div>
  );
}

/** The commands work on the selection: it goes to the block, unless it is there already. */
function selectFor(view: EditorView, from: number, to: number): void {
  const { main } = view.state.selection;
  if (main.from >= from && main.to <= to) return;
  const blocks = selectedBlocks(view.state);
  if (!main.empty && blocks?.first.from === from && blocks.last.to === to) return;
  view.dispatch({ selection: { anchor: view.state.doc.lineAt(from).to } });
}

function pointBelowCaret(view: EditorView): Point {
  const { head } = view.state.selection.main;
  const caret = view.coordsAtPos(head);
  const { left, top } = view.contentDOM.getBoundingClientRect();
  return { x: left, y: (caret?.bottom ?? top) + 4 };
}
