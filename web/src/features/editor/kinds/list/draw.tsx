/** Items as they are read, and the boxes of tasks. */
import { createContext, useContext } from 'react';
import { attributesOf, type DrawnProps } from '../../drawing/draw-elements.tsx';
import type { KindDrawer } from '../../drawing/kind-drawers.tsx';
import { useReading } from '../../drawing/use-reading.ts';

export const draw: readonly KindDrawer[] = [
  {
    name: 'li',
    draw: ({ node, children }) => (
      <ItemPlace value={node.from}>
        <li {...attributesOf(node)}>{children}</li>
      </ItemPlace>
    ),
  },
  { name: 'input', draw: TaskBox },
];

/** The place of the list item around in the text. */
const ItemPlace = createContext<number | undefined>(undefined);

function TaskBox({ node }: DrawnProps) {
  const { onTick, isComparison } = useReading();
  const item = useContext(ItemPlace);
  const isDone = node.properties.checked === true;
  const box = {
    type: 'checkbox',
    className: 'task-box',
    checked: isDone,
    disabled: !onTick,
    onChange: () => item !== undefined && onTick?.(item),
    'aria-label': isDone ? 'Done' : 'To do',
  };
  if (isComparison) return <input {...box} />;
  return (
    <label className="task-frame">
      <input {...box} />
    </label>
  );
}
