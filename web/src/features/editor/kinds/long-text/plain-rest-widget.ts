/** Says where a text of the page goes on as it was written (markdown/plain-rest.ts). */
import { WidgetType } from '@codemirror/view';
import { PLAIN_REST } from '../../../../../../markdown/src/kinds/long-text/plain-rest.ts';

export class PlainRestWidget extends WidgetType {
  override eq(): boolean {
    return true;
  }

  toDOM(): HTMLElement {
    const note = document.createElement('span');
    note.className = 'plain-rest-note';
    note.setAttribute('role', 'note');
    note.textContent = PLAIN_REST;
    return note;
  }
}
