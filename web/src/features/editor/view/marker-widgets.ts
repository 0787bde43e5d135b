/** Widgets in place of short marks: a list's bullet or number, a task's box, a rule. */
import { type EditorView, WidgetType } from '@codemirror/view';
import { InlineWidget } from './inline-widget.ts';

export class BulletWidget extends InlineWidget {
  /** A number and its point, or empty for a bullet. */
  readonly label: string;

  constructor(label: string) {
    super();
    this.label = label;
  }

  override eq(other: BulletWidget): boolean {
    return other.label === this.label;
  }

  toDOM(): HTMLElement {
    const bullet = document.createElement('span');
    bullet.className = this.label === '' ? 'cm-bullet' : 'cm-bullet cm-number';
    bullet.textContent = this.label;
    return bullet;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

export class TaskWidget extends InlineWidget {
  readonly isDone: boolean;

  constructor(isDone: boolean) {
    super();
    this.isDone = isDone;
  }

  override eq(other: TaskWidget): boolean {
    return other.isDone === this.isDone;
  }

  toDOM(view: EditorView): HTMLElement {
    const frame = document.createElement('span');
    frame.className = 'cm-bullet task-frame';
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.checked = this.isDone;
    box.tabIndex = -1;
    box.className = 'task-box';
    box.setAttribute('aria-label', this.isDone ? 'Done' : 'To do');
    // The caret stays where one writes.
    frame.addEventListener('mousedown', (event) => event.preventDefault());
    frame.addEventListener('click', (event) => {
      event.preventDefault();
      toggleTask(view, view.posAtDOM(frame));
    });
    frame.append(box);
    return frame;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

const TASK = /^(?:\s|>)*(?:[-*+]|\d+[.)])\s+\[([ xX])\]/;

/** Ticks the task in the line at this place, or takes the tick away. @returns whether there is one */
export function toggleTask(view: EditorView, position: number): boolean {
  const line = view.state.doc.lineAt(position);
  const task = TASK.exec(line.text);
  if (!task || view.state.readOnly) return false;
  const to = line.from + task[0].length - 1;
  view.dispatch({
    changes: { from: to - 1, to, insert: task[1] === ' ' ? 'x' : ' ' },
    userEvent: 'input.tick',
  });
  return true;
}

export class RuleWidget extends WidgetType {
  override eq(): boolean {
    return true;
  }

  toDOM(): HTMLElement {
    const rule = document.createElement('span');
    rule.className = 'cm-rule';
    return rule;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}
