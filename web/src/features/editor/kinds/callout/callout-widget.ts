/** A callout's head: its icon, and its name where it has no title. A click chooses another kind; an arrow folds it. */
import { type EditorView, WidgetType } from '@codemirror/view';
import { ChevronDown } from 'lucide-react';
import {
  CALLOUT_KINDS,
  CALLOUTS,
  type CalloutKind,
} from '../../../../../../markdown/src/kinds/callout/syntax.ts';
import { iconElement } from '../../../../ui/icons/icon-element.ts';
import { CALLOUT_ICONS } from './callout-icons.ts';
import { calloutsOf, isCalloutFolded, setCalloutFolded } from './callout-state.ts';

export class CalloutWidget extends WidgetType {
  readonly kind: CalloutKind;
  /** Empty where a title stands after it. */
  readonly name: string;

  constructor(kind: CalloutKind, name: string) {
    super();
    this.kind = kind;
    this.name = name;
  }

  override eq(other: CalloutWidget): boolean {
    return other.kind === this.kind && other.name === this.name;
  }

  toDOM(view: EditorView): HTMLElement {
    const head = document.createElement('span');
    head.className = this.name === '' ? 'callout-head callout-icon' : 'callout-head';
    head.append(iconElement(CALLOUT_ICONS[this.kind]));
    if (this.name !== '') {
      const name = document.createElement('span');
      name.textContent = this.name;
      head.append(name);
      const more = iconElement(ChevronDown);
      more.classList.add('callout-more');
      if (!view.state.readOnly) head.append(more);
    }
    if (!view.state.readOnly) head.append(this.#choice(view, head));
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
    for (const kind of CALLOUT_KINDS)
      choice.add(new Option(CALLOUTS[kind].name, kind, false, kind === this.kind));
    choice.addEventListener('change', () => {
      changeKind(view, view.posAtDOM(head), choice.value as CalloutKind);
      view.focus();
    });
    return choice;
  }
}

/** The word alone changes: what a person wrote around it stays. */
function changeKind(view: EditorView, position: number, kind: CalloutKind): void {
  const callout = calloutsOf(view.state).findLast(({ from, to }) => from <= position && position <= to);
  if (!callout) return;
  const { from, mark } = callout;
  view.dispatch({
    changes: { from: from + mark.from + 2, to: from + mark.wordTo, insert: kind.toUpperCase() },
    userEvent: 'input.format',
  });
}

/** After a callout's title: folds it here, and leaves the text as it is. */
export class CalloutFoldWidget extends WidgetType {
  readonly isFolded: boolean;

  constructor(isFolded: boolean) {
    super();
    this.isFolded = isFolded;
  }

  override eq(other: CalloutFoldWidget): boolean {
    return other.isFolded === this.isFolded;
  }

  toDOM(view: EditorView): HTMLElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.tabIndex = -1;
    button.className = 'callout-fold';
    button.setAttribute('aria-label', 'Callout');
    button.setAttribute('aria-expanded', String(!this.isFolded));
    // The caret stays where one writes.
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', () => fold(view, view.posAtDOM(button)));
    return button;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

function fold(view: EditorView, position: number): void {
  const { state } = view;
  const head = state.doc.lineAt(position);
  const callout = calloutsOf(state).findLast(({ from }) => head.from <= from && from <= head.to);
  if (!callout) return;
  const isFolded = !isCalloutFolded(state, callout);
  const { main } = state.selection;
  // The part with the caret is shown.
  const isInside = isFolded && main.to > head.to && main.from <= callout.to;
  view.dispatch({
    effects: setCalloutFolded.of({ from: callout.from, isFolded }),
    ...(isInside && { selection: { anchor: head.to } }),
  });
}
