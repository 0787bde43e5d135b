/**
 * A paragraph that stands for the list of the page's headings. `[TOC]` is what most programs read (GitLab, Typora, Joplin,
 * HedgeDoc, MkDocs); the other two are those of VitePress, and of GitLab and Azure wikis.
 */
export const TABLE_OF_CONTENTS = '[TOC]';

const MARKS = /^(?:\[toc\]|\[\[toc\]\]|\[\[_toc_\]\])\s*$/i;
const LONGEST = 20;

/** @param paragraph its text */
export function isTableOfContents(paragraph: string): boolean {
  return paragraph.length <= LONGEST && MARKS.test(paragraph);
}
