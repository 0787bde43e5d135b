/**
 * The kinds of blocks and texts that pages have: the one list of them. Each has a folder of its name: in `kinds/` beside this file
 * for what it is, and in `web/src/features/editor/kinds/` for how it is written and drawn. `npm run generate` makes the list of each
 * layer from it, since a server function may not load what needs a window.
 *
 * The order decides where two kinds could read the same text: the first is asked first.
 */
export const KINDS = [
  'front-matter',
  'code',
  'footnote',
  'formula',
  'highlight',
  'html',
  'wiki-link',
  'long-text',
  'comment',
  'block-name',
  'link',
  'callout',
  'quote',
  'paragraph',
  'heading',
  'rule',
  'list',
  'table',
  'toggle',
  'table-of-contents',
  'embed',
  'file',
  'image',
  'text',
  'emphasis',
] as const;
