/** The page's Markdown in CodeMirror, bound to the shared text: every keystroke is an edit of the document. */
import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import { markdownKeymap, markdownLanguage, pasteURLAsLink } from '@codemirror/lang-markdown';
import { syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, placeholder } from '@codemirror/view';
import { useCallback } from 'react';
import { yCollab, yUndoManagerKeymap } from 'y-codemirror.next';
import type * as Y from 'yjs';
import { editorTheme, markdownHighlight } from './editor-theme.ts';

export function ContentEditor({ text }: { readonly text: Y.Text }) {
  // A callback ref: the editor lives exactly as long as its element.
  const mount = useCallback(
    (parent: HTMLDivElement) => {
      const view = createView(parent, text);
      return () => view.destroy();
    },
    [text],
  );
  return <div ref={mount} className="content-editor" data-testid="page-content" />;
}

function createView(parent: HTMLElement, text: Y.Text): EditorView {
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: text.toString(),
      extensions: [
        yCollab(text, null),
        // The parts of markdown() without its parsers for HTML, CSS and JavaScript, a fifth of the whole editor.
        keymap.of([...markdownKeymap, ...yUndoManagerKeymap, ...defaultKeymap, indentWithTab]),
        markdownLanguage,
        pasteURLAsLink,
        syntaxHighlighting(markdownHighlight),
        EditorView.lineWrapping,
        drawSelection(),
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
