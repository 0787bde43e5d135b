/** The page's Markdown in CodeMirror, bound to the shared text: every keystroke is an edit of the document. */
import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import {
  insertNewlineContinueMarkupCommand,
  markdownKeymap,
  markdownLanguage,
  pasteURLAsLink,
} from '@codemirror/lang-markdown';
import { syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, placeholder } from '@codemirror/view';
import { useCallback, useEffectEvent } from 'react';
import { yCollab, yUndoManagerKeymap } from 'y-codemirror.next';
import type * as Y from 'yjs';
import { editorTheme, markdownHighlight } from './editor-theme.ts';

interface ContentEditorProps {
  readonly text: Y.Text;
  /** Whether the caret starts here. */
  readonly startWriting: boolean;
  readonly onSave: () => void;
}

export function ContentEditor({ text, startWriting, onSave }: ContentEditorProps) {
  const save = useEffectEvent(onSave);
  const focus = useEffectEvent((view: EditorView) => {
    if (startWriting) view.focus();
  });
  // A callback ref: the editor lives exactly as long as its element.
  const mount = useCallback(
    (parent: HTMLDivElement) => {
      const view = createView(parent, text, save);
      focus(view);
      return () => view.destroy();
    },
    [text],
  );
  return <div ref={mount} className="content-editor" data-testid="page-content" />;
}

// The line being written never sticks to the window's edge.
const CARET_ROOM_PX = 160;

// An empty item ends the list at once, instead of first spacing out the items above it.
const continueList = insertNewlineContinueMarkupCommand({ nonTightLists: false });

function createView(parent: HTMLElement, text: Y.Text, save: () => void): EditorView {
  // Everything is saved anyway; the habit is met all the same.
  const saved = () => {
    save();
    return true;
  };
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: text.toString(),
      extensions: [
        yCollab(text, null),
        // The parts of markdown() without its parsers for HTML, CSS and JavaScript, a fifth of the whole editor.
        keymap.of([
          { key: 'Mod-s', preventDefault: true, run: saved },
          { key: 'Enter', run: continueList },
          ...markdownKeymap,
          ...yUndoManagerKeymap,
          ...defaultKeymap,
          indentWithTab,
        ]),
        markdownLanguage,
        pasteURLAsLink,
        syntaxHighlighting(markdownHighlight),
        EditorView.lineWrapping,
        drawSelection(),
        EditorView.scrollMargins.of(() => ({ top: 64, bottom: CARET_ROOM_PX })),
        placeholder('Write something…'),
        EditorView.contentAttributes.of({
          'aria-label': 'Page content',
          'aria-describedby': 'content-hint',
          spellcheck: 'true',
          autocorrect: 'on',
          autocapitalize: 'sentences',
        }),
        editorTheme,
      ],
    }),
  });
}
