/** The parts of a block in the slash menu beside its name: its icon, a description, and its key or how it is written. */
import type { Completion } from '@codemirror/autocomplete';
import { keyText } from '../../../../lib/browser/key-names.ts';
import { iconElement } from '../../../../ui/icons/icon-element.ts';
import type { SlashItem } from '../../view/slash-item.ts';
import type { SlashOption } from './slash-menu.ts';

export function drawIcon(option: Completion | SlashOption): Node | null {
  if (!('item' in option)) return null;
  const frame = document.createElement('span');
  frame.className = 'cm-slash-icon';
  frame.append(iconElement(option.item.icon));
  return frame;
}

export function drawDescription(option: Completion | SlashOption): Node | null {
  const description = 'item' in option ? option.item.description : undefined;
  return description === undefined ? null : words('cm-slash-description', description);
}

export function drawKey(option: Completion | SlashOption): Node | null {
  if (!('item' in option) || option.item.words === 'turn') return null;
  const { keys, words: others } = option.item;
  const text = keys === undefined ? markOf(others) : keyText(keys);
  const element = text === undefined ? null : words('cm-slash-key', text);
  element?.setAttribute('aria-hidden', 'true');
  return element;
}

/** How it is written: the one of its words that has no letters. */
function markOf(others: SlashItem['words']): string | undefined {
  return others.split(' ').find((word) => !/\w{2}/.test(word));
}

function words(className: string, text: string): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}
