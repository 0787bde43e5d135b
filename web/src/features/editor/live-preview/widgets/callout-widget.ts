/** A callout's head: its icon and its name. A click chooses another kind. */
import { type EditorView, WidgetType } from '@codemirror/view';
import { ChevronDown } from 'lucide-react';
import { iconElement } from '../../../../ui/icon-element.ts';
import { CALLOUT_ICONS } from '../../callouts/callout-icons.ts';
import {
  CALLOUT_KINDS,
  CALLOUTS,
  type CalloutKind,
  calloutMark,
  readCallout,
} from '../../markdown/callouts.ts';

export class CalloutWidget extends WidgetType {
  readonly kind: CalloutKind;

  constructor(kind: CalloutKind) {
    super();
    this.kind = kind;
  }

  override eq(other: CalloutWidget): boolean {
    return other.kind === this.kind;
  }

  toDOM(view: EditorView): HTMLElement {
    const head = document.createElement('span');
    head.className = 'callout-head';
    const name = document.createElement('span');
    name.textContent = CALLOUTS[this.kind];
    head.append(iconElement(CALLOUT_ICONS[this.kind]), name);
    if (!view.state.readOnly) {
      const more = iconElement(ChevronDown);
      more.classList.add('callout-more');
      head.append(more, this.#choice(view, head));
    }
    return head;
  }

  override ignoreEvent(): boolean {
    return true;
  }

  /** The browser's own list: it has keys, touch and a screen reader's words. */
  #choice(view: EditorView, head: HTMLElement): HTMLSelectElement {
    const choice = document.createElement('select');
    choice.setAttribute('aria-label', 'Kind of callout');
    choice.tabIndex = -1;
    for (const kind of CALLOUT_KINDS) choice.add(new Option(CALLOUTS[kind], kind, false, kind === this.kind));
    choice.addEventListener('change', () => {
      changeKind(view, view.posAtDOM(head), choice.value as CalloutKind);
      view.focus();
    });
    return choice;
  }
}

function changeKind(view: EditorView, position: number, kind: CalloutKind): void {
  const line = view.state.doc.lineAt(position);
  const quote = line.text.lastIndexOf('>', position - line.from);
  const mark = readCallout(line.text.slice(quote));
  if (!mark) return;
  const from = line.from + quote + mark.from;
  const to = line.from + quote + mark.to;
  view.dispatch({ changes: { from, to, insert: calloutMark(kind) }, userEvent: 'input.format' });
}
