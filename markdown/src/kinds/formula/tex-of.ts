/** Reads the TeX of a formula. */
import type { SyntaxNode } from '@lezer/common';

/** A bar in a cell is written with a backslash, which is no part of what it is in. */
export function isInCell(node: SyntaxNode): boolean {
  for (let parent = node.parent; parent; parent = parent.parent) if (parent.name === 'TableCell') return true;
  return false;
}

/**
 * @param node of a formula
 * @param read the text between two places
 * @returns its TeX, without what marks a quote around it
 */
export function texOf(node: SyntaxNode, read: (from: number, to: number) => string): string {
  const tex = node
    .getChildren('FormulaText')
    .map(({ from, to }) => read(from, to))
    .join('\n')
    .trim();
  return isInCell(node) ? tex.replaceAll('\\|', '|') : tex;
}
