/** The popover of a link: what it is about, and when it is open. The screen draws it (kinds/link/popover/link-popover.tsx). */
import { type ChangeDesc, type EditorState, StateEffect, StateField } from '@codemirror/state';

export interface OpenLink {
  /**
   * Whether it shows a link, shows a wiki link, changes a link or makes a new one, or asks for the address of a card
   * (popover/embed-link.ts).
   */
  readonly kind: 'look' | 'wiki' | 'write' | 'embed';
  /** The link, or what becomes one. */
  readonly from: number;
  readonly to: number;
}

export const openLink = StateEffect.define<OpenLink>({ map: moved });
export const closeLink = StateEffect.define<null>();

/** Words that others write right before it or after it are no part of it. */
function moved(open: OpenLink, changes: ChangeDesc): OpenLink {
  const to = changes.mapPos(open.to, -1);
  return { ...open, from: Math.min(changes.mapPos(open.from, 1), to), to };
}

function isLook({ kind }: OpenLink): boolean {
  return kind === 'look' || kind === 'wiki';
}

const WRITING = ['input', 'delete', 'undo', 'redo'];

/** Comes with the popover that shows it. */
export const openField = StateField.define<OpenLink | undefined>({
  create: () => undefined,
  update: (before, transaction) => {
    let open = before;
    if (open && transaction.docChanged) {
      const isWritten = WRITING.some((event) => transaction.isUserEvent(event));
      open = isWritten && isLook(open) ? undefined : moved(open, transaction.changes);
    }
    if (open && isLook(open) && transaction.isUserEvent('select')) open = undefined;
    for (const effect of transaction.effects) {
      if (effect.is(openLink)) open = effect.value;
      else if (effect.is(closeLink)) open = undefined;
    }
    return open;
  },
});

/** @returns the same object as long as nothing about it changes */
export function openLinkOf(state: EditorState): OpenLink | undefined {
  return state.field(openField, false);
}
