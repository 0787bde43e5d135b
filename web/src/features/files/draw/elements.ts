/** The few elements that drawn files are made of. */
import type { LucideIcon } from 'lucide-react';
import { iconElement } from '../../../ui/icons/icon-element.ts';

export function make<Name extends keyof HTMLElementTagNameMap>(
  tag: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(tag);
  element.className = className;
  if (text !== '') element.textContent = text;
  return element;
}

interface ButtonOptions {
  readonly label: string;
  readonly icon?: LucideIcon;
  /** Shown beside the icon, or alone. */
  readonly text?: string;
  readonly press: () => void;
}

export function makeButton(
  className: string,
  { label, icon, text, press }: ButtonOptions,
): HTMLButtonElement {
  const button = make('button', className);
  button.type = 'button';
  button.setAttribute('aria-label', label);
  if (icon) button.append(iconElement(icon));
  if (text === undefined) button.title = label;
  else button.append(text);
  // The caret stays where one writes.
  button.addEventListener('mousedown', (event) => event.preventDefault());
  button.addEventListener('click', press);
  return button;
}
