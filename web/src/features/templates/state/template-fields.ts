/** Checks what a person writes into a template's fields. */

/** @returns what is wrong, or undefined */
export function checkTemplateName(name: string): string | undefined {
  return name.trim() === '' ? 'Template name is required' : undefined;
}

// As long as the database takes.
const LONGEST_ICON = 32;

/** @returns the first symbol as a person sees it, such as a flag of two characters; null for none */
export function firstSymbol(text: string): string | null {
  const [first] = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text.trim());
  return first && [...first.segment].length <= LONGEST_ICON ? first.segment : null;
}
