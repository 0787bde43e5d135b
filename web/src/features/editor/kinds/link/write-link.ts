/** Writes, changes and removes links. Each is one step that touches no more of the text than it must. */
import type { ChangeSpec, EditorState, TransactionSpec } from '@codemirror/state';
import { escapeName } from '../../../../../../markdown/src/text/escape-name.ts';
import { stayText } from '../../formats/stay-text.ts';
import { shownAddress, writeAddress } from '../../linked-pages/page-address.ts';
import { type FoundLink, linkAt } from './link-at.ts';
import { closeLink, type OpenLink } from './link-popover-state.ts';

const ESCAPED = /\\([!-/:-@[-`{-~])/g;
const PLAIN = /^(?:\\[!-/:-@[-`{-~]|[^\\`*_[\]<>~|!])*$/;

export interface LinkTexts {
  /** As people read it; undefined where it has marks, which stay as they are. */
  readonly text: string | undefined;
  readonly address: string;
}

/** @returns what the popover's fields begin with */
export function readTexts(state: EditorState, { from, to }: OpenLink): LinkTexts {
  const link = existing(state, from, to);
  if (link && !link.isNamed) return { text: '', address: link.address };
  const raw = link ? state.sliceDoc(link.textFrom, link.textTo) : state.sliceDoc(from, to);
  const text = PLAIN.test(raw) ? raw.replaceAll(ESCAPED, '$1') : undefined;
  return { text, address: link?.address ?? '' };
}

export function existing(state: EditorState, from: number, to: number): FoundLink | undefined {
  const link = linkAt(state, from);
  return link?.from === from && link.to === to ? link : undefined;
}

/**
 * @param open the link, or what becomes one
 * @param address that is valid; the text that is left empty shows it
 */
export function writeLink(state: EditorState, open: OpenLink, { text, address }: LinkTexts): TransactionSpec {
  const written = writeAddress(address);
  const name = text === undefined ? undefined : escapeName(text.trim() || shownAddress(address));
  const link = existing(state, open.from, open.to);
  // A link that shows its address goes on showing it.
  const staysBare = text === '' && /^https?:/i.test(written);
  const changes = state.changes(
    link?.isNamed
      ? changeNamed(state, link, name, written)
      : link
        ? [{ from: link.from, to: link.to, insert: staysBare ? written : `[${name}](${written})` }]
        : makeNew(state, open, name, written),
  );
  return {
    changes,
    selection: { anchor: changes.mapPos(open.to, 1) },
    effects: closeLink.of(null),
    scrollIntoView: true,
    userEvent: 'input.format',
  };
}

function changeNamed(
  state: EditorState,
  link: FoundLink,
  name: string | undefined,
  address: string,
): ChangeSpec[] {
  const changes: ChangeSpec[] = [];
  const { textFrom, textTo, addressFrom, addressTo } = link;
  if (name !== undefined && name !== state.sliceDoc(textFrom, textTo))
    changes.push({ from: textFrom, to: textTo, insert: name });
  if (address !== writeAddress(link.address))
    changes.push({ from: addressFrom, to: addressTo, insert: address });
  return changes;
}

function makeNew(
  state: EditorState,
  { from, to }: OpenLink,
  name: string | undefined,
  address: string,
): ChangeSpec[] {
  if (name === undefined || name === state.sliceDoc(from, to))
    return [
      { from, insert: '[' },
      { from: to, insert: `](${address})` },
    ];
  return [{ from, to, insert: `[${name}](${address})` }];
}

/** The text stays. */
export function removeLink(state: EditorState, { from, to }: OpenLink): TransactionSpec {
  const link = existing(state, from, to);
  const effects = closeLink.of(null);
  if (!link) return { effects };
  const changes = state.changes([
    { from: link.from, to: link.textFrom },
    { from: link.textTo, to: link.to },
  ]);
  return {
    changes: stayText(state, changes),
    effects,
    userEvent: 'input.format',
  };
}
