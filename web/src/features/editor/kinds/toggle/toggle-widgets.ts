/** A toggle's arrow, which folds it here, and the words where its title is empty. */
import { type EditorView, WidgetType } from '@codemirror/view';
import { setFolded, togglesOf } from '../../view/toggle-state.ts';

export class ToggleButton extends WidgetType {
  readonly isFolded: boolean;

  constructor(isFolded: boolean) {
    super();
    this.isFolded = isFolded;
  }

  override eq(other: ToggleButton): boolean {
    return other.isFolded === this.isFolded;
  }

  toDOM(view: EditorView): HTMLElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.tabIndex = -1;
    button.className = 'cm-toggle-button';
    button.setAttribute('aria-label', 'Toggle');
    button.setAttribute('aria-expanded', String(!this.isFolded));
    // The caret stays where one writes.
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', () => {
      const position = view.posAtDOM(button);
      const toggle = togglesOf(view.state).find(
        ({ from, titleTo }) => from <= position && position <= titleTo,
      );
      if (toggle) view.dispatch({ effects: setFolded.of({ from: toggle.from, isFolded: !toggle.isFolded }) });
    });
    return button;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

export class TogglePlaceholder extends WidgetType {
  override eq(): boolean {
    return true;
  }

  toDOM(): HTMLElement {
    const words = document.createElement('span');
    words.className = 'cm-toggle-empty';
    words.textContent = 'Toggle';
    return words;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}
