/** Markdown as a page that is read, to be looked at: its tasks cannot be ticked, and its links lead nowhere. */
import { useState } from 'react';
import { ReadingView } from './reading/reading-view.tsx';
import { ShownImages } from './view/shown-images.ts';
// The looks of tables are in here, and the page's editor may not have been opened yet.
import './live-preview/live-preview.css';

export function RenderedMarkdown({ markdown }: { readonly markdown: string }) {
  const [images] = useState(() => new ShownImages());
  return <ReadingView markdown={markdown} images={images} onFollow={ignore} onTick={ignore} />;
}

function ignore(): void {
  // It is there to be read.
}
