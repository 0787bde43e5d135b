/**
 * A page that is written without a window: the editor's state with every extension that the page has, the shared text, and
 * the binding of the two. Only what draws is missing.
 */
import { ensureSyntaxTree } from '@codemirror/language';
import { search } from '@codemirror/search';
import { EditorState, type Transaction, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type * as Y from 'yjs';
import { readShownText } from '../../document/moves/arrangement/moved-text.ts';
import { blockKeys } from '../blocks/menu/block-keys.ts';
import { stepCarets } from '../commands/undo/step-carets.ts';
import { undoHistory } from '../commands/undo/undo-history.ts';
import { basicEditing } from '../components/content/basic-editing.ts';
import { codeWriting } from '../kinds/code/writing/code-writing.ts';
import { fencesInPairs } from '../kinds/code/writing/hidden-fences.ts';
import { hiddenLinks } from '../kinds/link/hidden-links.ts';
import { openField } from '../kinds/link/link-popover-state.ts';
import { livePreview } from '../live-preview/live-preview.ts';
import { morePreview } from '../live-preview/more-preview.ts';
import { withMovedLines } from '../shared-text/moved-lines.ts';
import { oneMarkPerTask } from '../shared-text/one-mark-per-task.ts';
import { bindText, historyOf } from '../shared-text/shared-text.ts';
import { ShownImages } from '../view/shown-images.ts';
import { writingKeys } from '../writing-aids/writing-keys.ts';

const PARSE_MS = 60_000;
const nothing = () => undefined;

/** The two plugins of the binding, as a view would make them. */
interface Plugin {
  update?(update: PageUpdate): void;
}

interface PageUpdate extends Pick<Transaction, 'changes' | 'docChanged'> {
  readonly selectionSet: boolean;
  readonly transactions: readonly Transaction[];
}

// Pictures ask whose they are.
if (!('location' in globalThis))
  Object.assign(globalThis, { location: { origin: 'https://docs.example.com' } });

export class PageWithoutWindow {
  readonly manager: Y.UndoManager;
  readonly text: Y.Text;
  readonly #plugins: readonly Plugin[];
  state: EditorState;

  constructor(text: Y.Text) {
    this.text = text;
    const images = new ShownImages();
    this.manager = historyOf(text);
    const binding = [bindText(text), stepCarets(text), oneMarkPerTask(text), withMovedLines];
    this.state = EditorState.create({
      doc: readShownText(text),
      extensions: [
        binding,
        undoHistory.of({ manager: this.manager, onNothing: nothing }),
        basicEditing({ onSave: nothing, onFollow: nothing }),
        // The rest of the writing aids waits for what is pasted, copied or pointed at.
        [codeWriting, fencesInPairs, blockKeys, hiddenLinks, openField],
        writingKeys,
        livePreview(images, () => Promise.resolve(morePreview)),
        morePreview(images),
        search(),
      ],
    });
    // Bound as in a window, whose view makes plugins by this method.
    this.#plugins = [binding].flat(3).flatMap((extension) => {
      const create: unknown = Reflect.get(extension as object, 'create');
      return typeof create === 'function' ? [create.call(extension, this)] : [];
    });
    this.#parse();
  }

  readonly dispatch = (...specs: readonly (Transaction | TransactionSpec)[]): void => {
    const [first] = specs;
    const step = first && 'startState' in first ? first : this.state.update(...(specs as TransactionSpec[]));
    const { changes, docChanged, selection } = step;
    this.state = step.state;
    if (docChanged) this.#parse();
    const update = { changes, docChanged, selectionSet: selection !== undefined, transactions: [step] };
    for (const plugin of this.#plugins) plugin.update?.(update);
  };

  /** Every command finds the page parsed, however slow the machine is. */
  #parse(): void {
    ensureSyntaxTree(this.state, this.state.doc.length, PARSE_MS);
    // A state takes over what was parsed since with the next step.
    this.state = this.state.update({}).state;
  }

  run(command: (target: EditorView) => boolean): boolean {
    this.manager.stopCapturing();
    return command(this as unknown as EditorView);
  }
}
