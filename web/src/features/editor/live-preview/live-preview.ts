/** Markdown that looks like what it means while it is written. */
import { Compartment, type Extension } from '@codemirror/state';
import { ViewPlugin } from '@codemirror/view';
import { loadPageParts } from '../load-page-parts.ts';
import { tables } from '../tables/tables.ts';
import './live-preview.css';
import '../code/code-blocks.css';
import { inlinePreview } from './inline-preview.ts';
import { linkPreview } from './link-preview.ts';
import { revealSyntax } from './reveal.ts';
import type { ShownImages } from './shown-images.ts';

let morePreview: ((images: ShownImages) => Extension) | undefined;
const place = new Compartment();

export function livePreview(images: ShownImages): Extension {
  return [
    revealSyntax(),
    inlinePreview(images),
    linkPreview,
    tables(),
    morePreview ? place.of(morePreview(images)) : [place.of([]), addMore(images)],
  ];
}

const addMore = (images: ShownImages) =>
  ViewPlugin.define((view) => {
    let isWanted = true;
    void loadPageParts().then(
      (parts) => {
        ({ morePreview } = parts);
        if (isWanted) view.dispatch({ effects: place.reconfigure(morePreview(images)) });
      },
      // Asked for again with the next page. Until then their marks are shown.
      () => undefined,
    );
    return {
      destroy: () => {
        isWanted = false;
      },
    };
  });
