/**
 * The entries of the slash menu, in groups. Those of a kind stand in its folder (`kinds/<kind>/commands.ts`). One that can stand in a bar
 * belongs in the toolbar, too (toolbar/toolbar-items.ts); one that others can be turned into belongs in blocks/menu/block-kinds.ts.
 */
import { CalendarDays, LayoutTemplate } from 'lucide-react';
import { BLOCK_KINDS } from '../../blocks/menu/block-kinds.ts';
import { turnInto } from '../../blocks/menu/turn-into.ts';
import { chooseTemplate } from '../../commands/choose-template.ts';
import { insertDate } from '../../commands/insert-date.ts';
import { FORMAT_KEYS } from '../../formats/format-keys.ts';
import { COMMANDS } from '../../layers/commands.generated.ts';
import { SLASH_GROUPS, type SlashItem } from '../../view/slash-item.ts';
import { insertKind } from './insert-kind.ts';

const OF_NO_KIND: readonly SlashItem[] = [
  {
    name: 'Template…',
    group: 'Basic blocks',
    icon: LayoutTemplate,
    words: 'boilerplate sample',
    description: 'A text to start from',
    rank: 24,
    run: chooseTemplate,
  },
  {
    name: 'Date',
    group: 'Words and links',
    isInline: true,
    icon: CalendarDays,
    words: 'today now day',
    rank: 3,
    run: insertDate('long'),
  },
  {
    name: 'ISO date',
    group: 'Words and links',
    isInline: true,
    icon: CalendarDays,
    words: 'date today now yyyy',
    rank: 4,
    run: insertDate('iso'),
  },
];

const BLOCKS: readonly SlashItem[] = BLOCK_KINDS.map(({ kind, name, icon, words }, rank) => ({
  name,
  group: 'Basic blocks',
  icon,
  words,
  keys: FORMAT_KEYS[name],
  rank,
  run: insertKind(kind),
}));

export const SLASH_ITEMS: readonly SlashItem[] = [...BLOCKS, ...OF_NO_KIND, ...COMMANDS.flat()].toSorted(
  (one, other) => groupOf(one) - groupOf(other) || rankOf(one) - rankOf(other),
);

/** For a block that has text already, found by "turn". */
export const TURN_ITEMS: readonly SlashItem[] = BLOCK_KINDS.map(({ kind, name, icon }) => ({
  name,
  group: 'Turn this block into',
  icon,
  words: 'turn',
  run: turnInto(kind),
}));

function groupOf({ group }: SlashItem): number {
  return SLASH_GROUPS.indexOf(group);
}

function rankOf({ rank = Number.MAX_SAFE_INTEGER }: SlashItem): number {
  return rank;
}
