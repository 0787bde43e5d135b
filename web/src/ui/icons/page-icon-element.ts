/** A page's icon for what is not drawn by React, as {@link PageIcon} draws it. */
import { iconAttributes, ownIcon } from '../../lib/page/page-look.ts';

export function pageIconElement(icon: string): HTMLElement {
  const element = document.createElement('span');
  element.className = 'page-icon';
  element.ariaHidden = 'true';
  if (!ownIcon(icon)) element.textContent = icon;
  else for (const [name, value] of Object.entries(iconAttributes(icon))) element.setAttribute(name, value);
  return element;
}
