/** Markdown that looks like what it means while it is written. */
import { Compartment, type Extension } from '@codemirror/state';
import { ViewPlugin } from '@codemirror/view';
import { tables } from '../kinds/table/tables.ts';
import './live-preview.css';
import '../kinds/code/code-blocks.css';
import { linkPreview } from '../kinds/link/link-preview.ts';
import { revealSyntax } from '../view/reveal.ts';
import type { ShownImages } from '../view/shown-images.ts';
import { inlinePreview } from './inline-preview.ts';

type MorePreview = (images: ShownImages) => Extension;

let morePreview: MorePreview | undefined;
const place = new Compartment();

/** @param loadMore loads the rest of it, which comes after the first text */
export function livePreview(images: ShownImages, loadMore: () => Promise<MorePreview>): Extension {
  return [
    revealSyntax(),
    inlinePreview(images),
    linkPreview,
    tables(),
    morePreview ? place.of(morePreview(images)) : [place.of([]), addMore(images, loadMore)],
  ];
}

const addMore = (images: ShownImages, loadMore: () => Promise<MorePreview>) =>
  ViewPlugin.define((view) => {
    let isWanted = true;
    void loadMore().then(
      (loaded) => {
        morePreview = loaded;
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
