/** Files that stand alone, as they are read. */
import type { DrawnProps } from '../../drawing/draw-elements.tsx';
import type { KindDrawer } from '../../drawing/kind-drawers.tsx';
import { PageFile } from '../../drawing/page-file.tsx';
import { BLOCK_PLACE } from '../../drawing/place-blocks.ts';

export const draw: readonly KindDrawer[] = [{ name: 'figure', having: 'data-file', draw: FileBlock }];

function FileBlock({ node }: DrawnProps) {
  const { 'data-file': address, 'data-words': words, 'data-as': as } = node.properties;
  return (
    <div {...{ [BLOCK_PLACE]: node.properties[BLOCK_PLACE] }}>
      <PageFile
        address={String(address)}
        words={String(words ?? '')}
        as={as === 'card' ? 'card' : 'itself'}
      />
    </div>
  );
}
