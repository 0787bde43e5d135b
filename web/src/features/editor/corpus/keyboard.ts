/** An editor that is written in by keys, and has no window: lines do not wrap, and every letter is as wide as another. */
import { ensureSyntaxTree } from '@codemirror/language';
import {
  CharCategory,
  EditorSelection,
  EditorState,
  type Extension,
  type SelectionRange,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { Direction, EditorView, type KeyBinding, keymap } from '@codemirror/view';

const PARSE_MS = 60_000;

export class Keyboard {
  readonly #extensions: Extension;
  readonly textDirection = Direction.LTR;
  readonly lineWrapping = true;
  readonly composing = false;
  state: EditorState;

  constructor(extensions: Extension) {
    this.#extensions = extensions;
    this.state = EditorState.create({});
  }

  open(doc: string, anchor = 0, head = anchor): void {
    this.state = EditorState.create({ doc, extensions: this.#extensions });
    this.#parse();
    this.dispatch({ selection: { anchor, head } });
  }

  readonly dispatch = (...specs: readonly (Transaction | TransactionSpec)[]): void => {
    const [first] = specs;
    const step = first && 'startState' in first ? first : this.state.update(...(specs as TransactionSpec[]));
    this.state = step.state;
    this.#parse();
  };

  #parse(): void {
    ensureSyntaxTree(this.state, this.state.doc.length, PARSE_MS);
    this.state = this.state.update({}).state;
  }

  focus(): void {}
  textDirectionAt(): Direction {
    return this.textDirection;
  }

  lineBlockAt(place: number): { readonly from: number; readonly to: number } {
    return this.state.doc.lineAt(place);
  }

  coordsAtPos(): null {
    return null;
  }

  moveByChar({ head }: SelectionRange, forward: boolean): SelectionRange {
    const { length } = this.state.doc;
    return EditorSelection.cursor(Math.min(Math.max(head + (forward ? 1 : -1), 0), length));
  }

  moveByGroup({ head }: SelectionRange, forward: boolean): SelectionRange {
    const line = this.state.doc.lineAt(head);
    if (head === (forward ? line.to : line.from))
      return this.moveByChar(EditorSelection.cursor(head), forward);
    const category = this.state.charCategorizer(head);
    const text = line.text;
    let at = head - line.from;
    const next = () => category(text[forward ? at : at - 1] ?? '');
    const isIn = () => (forward ? at < text.length : at > 0);
    const step = forward ? 1 : -1;
    while (isIn() && next() === CharCategory.Space) at += step;
    const kind = next();
    while (isIn() && next() === kind) at += step;
    return EditorSelection.cursor(line.from + at);
  }

  moveToLineBoundary({ head }: SelectionRange, forward: boolean): SelectionRange {
    const { from, to } = this.state.doc.lineAt(head);
    return EditorSelection.cursor(forward ? to : from);
  }

  moveVertically({ head, goalColumn }: SelectionRange, forward: boolean): SelectionRange {
    const { doc } = this.state;
    const line = doc.lineAt(head);
    const goal = goalColumn ?? head - line.from;
    const number = line.number + (forward ? 1 : -1);
    if (number < 1) return EditorSelection.cursor(0, 1, undefined, goal);
    if (number > doc.lines) return EditorSelection.cursor(doc.length, -1, undefined, goal);
    const other = doc.line(number);
    return EditorSelection.cursor(Math.min(other.from + goal, other.to), 1, undefined, goal);
  }

  /** A letter, or a key as Playwright writes it. */
  press(key: string): void {
    if (key.length === 1) this.#type(key);
    else if (key === 'Cut') this.#cut();
    else if (key === 'Select line' || key === 'Select word') this.#select(key === 'Select line');
    else this.#run(key);
  }

  #type(text: string): void {
    const { from, to } = this.state.selection.main;
    const view = this as unknown as EditorView;
    const insert = () => this.state.update(this.state.replaceSelection(text), { userEvent: 'input.type' });
    const isTaken = this.state
      .facet(EditorView.inputHandler)
      .some((handle) => handle(view, from, to, text, insert));
    if (!isTaken) this.dispatch(insert());
  }

  /** Without anything selected, the line. */
  #cut(): void {
    const { from, to, empty } = this.state.selection.main;
    const line = this.state.doc.lineAt(from);
    const end = Math.min(line.to + 1, this.state.doc.length);
    this.dispatch({
      changes: empty ? { from: line.from, to: end } : { from, to },
      scrollIntoView: true,
      userEvent: 'delete.cut',
    });
  }

  #select(isLine: boolean): void {
    const { head } = this.state.selection.main;
    const line = this.state.doc.lineAt(head);
    const end = Math.min(line.to + 1, this.state.doc.length);
    const range = isLine
      ? EditorSelection.range(line.from, end)
      : (this.state.wordAt(head) ?? EditorSelection.cursor(head));
    this.dispatch({ selection: EditorSelection.create([range]), userEvent: 'select.pointer' });
  }

  #run(key: string): void {
    const parts = key.split('+');
    const isShifted = parts.includes('Shift');
    const named = (binding: KeyBinding) => {
      const names = (binding.key ?? '').split('-');
      const [last, ...rest] = names.reverse();
      const hasShift = rest.includes('Shift');
      const hasMod = rest.some((one) => one === 'Mod' || one === 'Ctrl');
      if (last !== parts.at(-1) || hasMod !== parts.includes('Control') || rest.includes('Alt')) return [];
      if (hasShift) return isShifted ? [binding.run] : [];
      return [isShifted ? binding.shift : binding.run];
    };
    const view = this as unknown as EditorView;
    for (const run of this.state.facet(keymap).flat().flatMap(named)) if (run?.(view)) return;
  }
}
