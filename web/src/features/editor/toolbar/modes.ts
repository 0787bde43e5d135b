/** The ways a page is shown, as the bar and the page's menu name them. */
import { BookOpen, CodeXml, type LucideIcon, PenLine } from 'lucide-react';
import type { PageMode } from './page-modes.ts';

export const MODES: readonly {
  readonly value: PageMode;
  readonly name: string;
  readonly icon: LucideIcon;
}[] = [
  { value: 'live', name: 'Write', icon: PenLine },
  { value: 'source', name: 'Markdown source', icon: CodeXml },
  { value: 'reading', name: 'Read', icon: BookOpen },
];
