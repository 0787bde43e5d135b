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
    // Above a phone's keyboard, the line that one writes in stays in sight.
    maxHeight: 'min(20rem, 45dvh)',
    minWidth: '17rem',
    maxWidth: 'min(24rem, calc(100vw - 2.75rem))',
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
  '.cm-tooltip.cm-tooltip-autocomplete > ul > completion-section': {
    display: 'block',
    padding: '0.5rem 0.625rem 0.25rem',
    border: '0',
    color: 'var(--ink-muted)',
    fontSize: '0.75rem',
    fontWeight: '500',
    lineHeight: '1rem',
    opacity: '1',
  },
  '.cm-slash-icon': {
    display: 'inline-flex',
    flexShrink: '0',
    color: 'var(--ink-muted)',
    '& svg': { width: '1rem', height: '1rem' },
  },
  '.cm-slash-description': {
    flex: '999 1 0',
    minWidth: '0',
    overflow: 'hidden',
    color: 'var(--ink-muted)',
    fontSize: '0.75rem',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '.cm-slash-key': {
    marginInlineStart: 'auto',
    paddingInlineStart: '1rem',
    color: 'var(--ink-muted)',
    fontSize: '0.75rem',
    whiteSpace: 'nowrap',
  },
  '.cm-tooltip.cm-nothing-found': {
    border: '1px solid var(--line)',
    borderRadius: '0.5rem',
    backgroundColor: 'var(--raised)',
    boxShadow: 'var(--shadow)',
    padding: '0.5rem 0.875rem',
    color: 'var(--ink-muted)',
    fontSize: '0.875rem',
    lineHeight: '1.25rem',
    zIndex: '5',
  },
  '@media (pointer: coarse)': {
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { minHeight: '2.75rem' },
    '.cm-slash-key': { display: 'none' },
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
