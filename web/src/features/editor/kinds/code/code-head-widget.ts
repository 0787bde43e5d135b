/** The head of a code block that is written: its language, which opens the list of languages, and the button that copies. */
import { type EditorView, WidgetType } from '@codemirror/view';
import { ChevronDown, Copy } from 'lucide-react';
import { languageLabel } from '../../../../../../markdown/src/kinds/code/language-names.ts';
import { iconElement } from '../../../../ui/icons/icon-element.ts';
import { codeBlockAt, readCode } from '../../markdown/code-block-at.ts';
import { copyCode } from './copy-code.ts';
import { openLanguages } from './language/language-choice.ts';

export class CodeHeadWidget extends WidgetType {
  readonly language: string;

  constructor(language: string) {
    super();
    this.language = language;
  }

  override eq(other: CodeHeadWidget): boolean {
    return other.language === this.language;
  }

  toDOM(view: EditorView): HTMLElement {
    const head = document.createElement('span');
    head.className = 'code-head';
    head.contentEditable = 'false';
    // The caret goes into the code, not in front of it.
    head.addEventListener('mousedown', (event) => {
      event.preventDefault();
      if (event.target !== head) return;
      view.focus();
      view.dispatch({ selection: { anchor: view.posAtDOM(head) }, userEvent: 'select.pointer' });
    });
    const label = languageLabel(this.language);
    const language = makeButton('code-language', `Language: ${label}`, () =>
      view.dispatch({ effects: openLanguages.of(view.posAtDOM(head)) }),
    );
    language.append(label, iconElement(ChevronDown));
    language.setAttribute('aria-haspopup', 'dialog');
    const copy = makeButton('code-copy', 'Copy code', () => {
      const block = codeBlockAt(view.state, view.posAtDOM(head));
      if (block) void copyCode(readCode(view.state, block));
    });
    copy.title = 'Copy code';
    copy.append(iconElement(Copy));
    head.append(language, copy);
    return head;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** Keys reach what it does from within the code: Tab indents there. */
function makeButton(className: string, label: string, press: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = className;
  button.tabIndex = -1;
  button.setAttribute('aria-label', label);
  button.addEventListener('click', press);
  return button;
}
