/** Says where a text of the page goes on as it was written (long-text/plain-rest.ts), or another sentence of that kind. */
import { WidgetType } from '@codemirror/view';
import { PLAIN_REST } from '../../../../../../markdown/src/kinds/long-text/plain-rest.ts';

export class PlainRestWidget extends WidgetType {
  readonly #sentence: string;

  constructor(sentence = PLAIN_REST) {
    super();
    this.#sentence = sentence;
  }

  override eq(other: PlainRestWidget): boolean {
    return this.#sentence === other.#sentence;
  }

  toDOM(): HTMLElement {
    const note = document.createElement('span');
    note.className = 'plain-rest-note';
    note.setAttribute('role', 'note');
    note.textContent = this.#sentence;
    return note;
  }
}
