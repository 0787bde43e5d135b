/**
 * The list of formats within a line, by their nodes in the parser's tree, each with its mark. Commands, guards and copies take them
 * from here.
 */

export const MARKS = {
  StrongEmphasis: '**',
  Emphasis: '*',
  Strikethrough: '~~',
  Highlight: '==',
  InlineCode: '`',
} as const;

export type InlineFormat = keyof typeof MARKS;

export function isFormat(name: string): name is InlineFormat {
  return Object.hasOwn(MARKS, name);
}

/** A format that has other formats within it: code has none. */
export function isNesting(name: string): boolean {
  return name !== 'InlineCode' && isFormat(name);
}
