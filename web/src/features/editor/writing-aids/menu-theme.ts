/** The looks of the menus that open while typing: those of the app's other menus. */
import { EditorView } from '@codemirror/view';

// By both classes, as the library's own rules are.
export const menuTheme = EditorView.theme({
  '.cm-tooltip.cm-tooltip-autocomplete': {
    border: '1px solid var(--line)',
    borderRadius: '0.5rem',
    backgroundColor: 'var(--raised)',
    boxShadow: 'var(--shadow)',
    padding: '0.25rem',
    zIndex: '5',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'inherit',
    maxHeight: '20rem',
    minWidth: '13rem',
    maxWidth: 'min(24rem, calc(100vw - 2rem))',
    whiteSpace: 'normal',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'center',
    gap: '0.75rem',
    minHeight: '2rem',
    padding: '0.25rem 0.625rem',
    borderRadius: '0.375rem',
    color: 'var(--ink)',
    fontSize: '0.875rem',
    lineHeight: '1.25rem',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--hover)',
    color: 'var(--ink)',
  },
  '.cm-completionLabel': { flex: '1 1 auto', overflowWrap: 'anywhere' },
  '.cm-completionDetail': {
    marginLeft: '0',
    color: 'var(--ink-muted)',
    fontStyle: 'normal',
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    fontSize: '0.75rem',
  },
  // The name gives way only when hardly anything is left of the path.
  '.cm-page-path': {
    minWidth: '4rem',
    flexShrink: '9999',
    overflow: 'hidden',
    color: 'var(--ink-muted)',
    fontSize: '0.8125rem',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});
