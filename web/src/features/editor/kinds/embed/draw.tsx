/** Players and documents as they are read. */
import { useCallback } from 'react';
import { embedIn } from '../../../../../../markdown/src/kinds/embed/syntax.ts';
import type { DrawnProps } from '../../drawing/draw-elements.tsx';
import type { KindDrawer } from '../../drawing/kind-drawers.tsx';
import { BLOCK_PLACE } from '../../drawing/place-blocks.ts';
import { drawEmbed } from './draw-embed.ts';

export const draw: readonly KindDrawer[] = [{ name: 'figure', having: 'data-embed', draw: PageEmbed }];

function PageEmbed({ node }: DrawnProps) {
  const address = String(node.properties['data-embed']);
  const card = useCallback(
    (element: HTMLElement | null) => {
      const embed = embedIn(address);
      if (element && embed) drawEmbed(element, embed);
    },
    [address],
  );
  return <div ref={card} {...{ [BLOCK_PLACE]: node.properties[BLOCK_PLACE] }} />;
}
