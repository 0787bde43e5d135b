/** Callouts in the slash menu. */
import { Info, Lightbulb, MessageSquareWarning, OctagonAlert, TriangleAlert } from 'lucide-react';
import type { SlashItem } from '../../view/slash-item.ts';
import { insertCallout } from './insert-callout.ts';

const CALLOUTS = [
  { kind: 'note', name: 'Callout', icon: Info, words: '[! note info alert' },
  { kind: 'tip', name: 'Tip', icon: Lightbulb, words: 'hint' },
  { kind: 'important', name: 'Important', icon: MessageSquareWarning, words: '' },
  { kind: 'warning', name: 'Warning', icon: TriangleAlert, words: 'attention' },
  { kind: 'caution', name: 'Caution', icon: OctagonAlert, words: 'danger' },
] as const;

export const commands: readonly SlashItem[] = CALLOUTS.map(({ kind, name, icon, words }) => ({
  name,
  group: 'Callouts',
  icon,
  words: `callout admonition box ${words}`,
  run: insertCallout(kind),
}));
