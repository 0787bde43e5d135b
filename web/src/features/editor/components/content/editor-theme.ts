/** How Markdown looks while it is written; colours and sizes come from the app's design tokens. */
import { HighlightStyle } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const MONOSPACE = 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace';

export const editorTheme = EditorView.theme({
  '&': { color: 'inherit', backgroundColor: 'transparent', fontSize: 'var(--page-text, 1rem)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '1.7', overflow: 'visible' },
  '.cm-content': { padding: '0', caretColor: 'currentColor', minHeight: '50vh' },
  '.cm-line': { padding: '0' },
  '.cm-cursor': { borderLeftColor: 'currentColor' },
  '.cm-placeholder': { color: 'var(--ink-muted)' },
  // The search's own panel is empty, and its edge would be a line across the page.
  '.cm-panels': { display: 'none' },
  // The second selector is the library's own for an editor that has the focus.
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'var(--selection)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--found)', outline: '1px solid var(--warning)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--selection)', outline: '2px solid var(--accent)' },
  // Links and code have colours that are too faint on these grounds.
  '.cm-searchMatch, .cm-searchMatch *, .cm-selected-text, .cm-selected-text *': { color: 'var(--ink)' },
});

/** The page's source as it is, every sign as wide as the next. */
export const sourceTheme: Extension = EditorView.theme({
  '.cm-content': { fontFamily: MONOSPACE, fontSize: '0.875em' },
});

export const markdownHighlight = HighlightStyle.define([
  { tag: tags.heading1, fontSize: '1.625em', fontWeight: '650', lineHeight: '1.4' },
  { tag: tags.heading2, fontSize: '1.375em', fontWeight: '650', lineHeight: '1.45' },
  { tag: tags.heading3, fontSize: '1.125em', fontWeight: '650' },
  { tag: [tags.heading4, tags.heading5, tags.heading6], fontWeight: '650' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--accent)' },
  { tag: tags.monospace, fontFamily: MONOSPACE, fontSize: '0.9em' },
  { tag: tags.quote, color: 'var(--quote-ink, var(--ink-muted))' },
  { tag: [tags.processingInstruction, tags.meta, tags.comment], color: 'var(--ink-muted)' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.regexp, tags.inserted], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--code-number)' },
  {
    tag: [tags.function(tags.variableName), tags.typeName, tags.className, tags.tagName, tags.propertyName],
    color: 'var(--code-name)',
  },
  { tag: tags.deleted, color: 'var(--danger)' },
]);
