/** Makes a callout of what is selected. */
import type { StateCommand } from '@codemirror/state';
import { type CalloutKind, calloutMark } from '../../../../../../markdown/src/kinds/callout/syntax.ts';
import { insertBlock } from '../../blocks/insert-block.ts';

/** The selected text becomes the callout's. */
export function insertCallout(kind: CalloutKind): StateCommand {
  return (target) =>
    insertBlock(target, (_, words) => {
      const text = `> ${calloutMark(kind)}\n> ${words.replaceAll('\n', '\n> ')}`;
      return { text, caret: text.length };
    });
}
