/** The extensions that writing Markdown needs from the first letter on; the keys with a meaning come with writing-keys.ts. */
import { pasteURLAsLink } from '@codemirror/lang-markdown';
import { syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, placeholder } from '@codemirror/view';
import { undoKeymap } from '../../commands/undo/undo-history.ts';
import { followLinks } from '../../kinds/link/follow-links.ts';
import { fewAccents } from '../../live-preview/many-accents.ts';
import { pageLanguage } from '../../markdown/page-language.ts';
import { followOrTick } from '../../shortcuts/follow-or-tick.ts';
import { editorTheme, markdownHighlight } from './editor-theme.ts';

// The line being written never sticks to the window's edge.
const CARET_ROOM_PX = 160;

interface BasicEditingOptions {
  readonly onSave: () => void;
  readonly onFollow: (address: string) => void;
}

export function basicEditing({ onSave, onFollow }: BasicEditingOptions): Extension {
  // Everything is saved anyway; the habit is met all the same.
  const saved = () => {
    onSave();
    return true;
  };
  return [
    // The parts of markdown() without its parsers for HTML, CSS and JavaScript, a fifth of the whole editor.
    keymap.of([
      { key: 'Mod-s', preventDefault: true, run: saved },
      { key: 'Mod-Enter', run: followOrTick(onFollow) },
      ...undoKeymap,
    ]),
    pageLanguage,
    pasteURLAsLink,
    followLinks(onFollow),
    syntaxHighlighting(markdownHighlight),
    EditorView.lineWrapping,
    drawSelection(),
    fewAccents,
    EditorView.scrollMargins.of(caretRoom),
    placeholder('Write, or press / for blocks'),
    EditorView.contentAttributes.of({
      'aria-label': 'Page content',
      'aria-describedby': 'content-hint',
      spellcheck: 'true',
      autocorrect: 'on',
      autocapitalize: 'sentences',
    }),
    editorTheme,
  ];
}

/** A menu at the caret would count as out of sight inside these margins. */
function caretRoom(view: EditorView): { top: number; bottom: number } | null {
  const hasMenu = view.dom.querySelector(':scope > .cm-tooltip') !== null;
  return hasMenu ? null : { top: 64, bottom: CARET_ROOM_PX };
}
