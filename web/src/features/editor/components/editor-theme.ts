/** How Markdown looks while it is written; colours and sizes come from the app's design tokens. */
import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

export const editorTheme = EditorView.theme({
  '&': { color: 'inherit', backgroundColor: 'transparent', fontSize: '1rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '1.7', overflow: 'visible' },
  '.cm-content': { padding: '0', caretColor: 'currentColor', minHeight: '50vh' },
  '.cm-line': { padding: '0' },
  '.cm-cursor': { borderLeftColor: 'currentColor' },
  '.cm-placeholder': { color: 'var(--ink-muted)' },
});

export const markdownHighlight = HighlightStyle.define([
  { tag: tags.heading1, fontSize: '1.625rem', fontWeight: '650', lineHeight: '1.4' },
  { tag: tags.heading2, fontSize: '1.375rem', fontWeight: '650', lineHeight: '1.45' },
  { tag: tags.heading3, fontSize: '1.125rem', fontWeight: '650' },
  { tag: [tags.heading4, tags.heading5, tags.heading6], fontWeight: '650' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--accent)' },
  {
    tag: tags.monospace,
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    fontSize: '0.9em',
  },
  { tag: tags.quote, color: 'var(--ink-muted)' },
  { tag: [tags.processingInstruction, tags.meta], color: 'var(--ink-muted)' },
]);
