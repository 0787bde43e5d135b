/**
 * The Content-Security-Policy allows no style attributes, by which Mermaid measures its letters. While it draws, such an
 * attribute is set as a script may set it, with the same effect.
 */

/** @returns ends it */
export function styleByScript(): () => void {
  const { setAttribute } = Element.prototype;
  Element.prototype.setAttribute = function (this: Element, name: string, value: string) {
    if (name === 'style' && 'style' in this) (this as SVGElement | HTMLElement).style.cssText = value;
    else setAttribute.call(this, name, value);
  };
  return () => {
    Element.prototype.setAttribute = setAttribute;
  };
}
