/**
 * The entries of the slash menu, in groups. Those of a kind stand in its folder (`kinds/<kind>/commands.ts`), but for the oldest, whose
 * order people know. One that can stand in a bar belongs in the toolbar, too (toolbar/toolbar-items.ts); one that others can be turned
 * into belongs in blocks/block-kinds.ts alone.
 */
import {
  CalendarDays,
  ChevronRight,
  Columns2,
  FileUp,
  Highlighter,
  Image,
  ImageUp,
  Info,
  LayoutTemplate,
  Lightbulb,
  MessageSquareWarning,
  Minus,
  MonitorPlay,
  OctagonAlert,
  Sigma,
  Superscript,
  Table,
  TableOfContents,
  Tags,
  TriangleAlert,
} from 'lucide-react';
import { BLOCK_KINDS, type BlockKind } from '../blocks/block-kinds.ts';
import { FORMAT_KEYS } from '../blocks/format-keys.ts';
import { turnInto } from '../blocks/turn-into.ts';
import { chooseTemplate } from '../commands/choose-template.ts';
import { toggleHighlight } from '../commands/inline-formats.ts';
import {
  insertCallout,
  insertContents,
  insertDate,
  insertFootnote,
  insertFormula,
  insertToggle,
} from '../commands/insert-kinds.ts';
import { insertImage, insertPictures, insertRule, insertTable } from '../commands/insertions.ts';
import { chooseFiles, choosePictures } from '../files/choose-files.ts';
import { insertProperty } from '../kinds/front-matter/insert-property.ts';
import { COMMANDS } from '../layers/commands.generated.ts';
import { insertEmbed } from '../links/embed-link.ts';
import type { SlashItem } from '../view/slash-item.ts';
import { insertKind } from './insert-kind.ts';

const CALLOUTS = [
  { kind: 'note', name: 'Callout', icon: Info, words: '[! note info alert' },
  { kind: 'tip', name: 'Tip', icon: Lightbulb, words: 'hint' },
  { kind: 'important', name: 'Important', icon: MessageSquareWarning, words: '' },
  { kind: 'warning', name: 'Warning', icon: TriangleAlert, words: 'attention' },
  { kind: 'caution', name: 'Caution', icon: OctagonAlert, words: 'danger' },
] as const;

export const SLASH_ITEMS: readonly SlashItem[] = [
  ...BLOCK_KINDS.map(fromKind),
  {
    name: 'Divider',
    group: 'Basic blocks',
    icon: Minus,
    words: '--- rule line hr horizontal separator',
    run: insertRule,
  },
  {
    name: 'Toggle',
    group: 'Basic blocks',
    icon: ChevronRight,
    words: '+++ details fold collapse summary',
    run: insertToggle,
  },
  {
    name: 'Table of contents',
    group: 'Basic blocks',
    icon: TableOfContents,
    words: '[toc] toc outline',
    run: insertContents,
  },
  {
    name: 'Property',
    group: 'Basic blocks',
    icon: Tags,
    words: 'front matter frontmatter yaml metadata tags aliases attribute field',
    description: 'A name and a value above the text',
    run: insertProperty,
  },
  {
    name: 'Template…',
    group: 'Basic blocks',
    icon: LayoutTemplate,
    words: 'boilerplate sample',
    description: 'A text to start from',
    run: chooseTemplate,
  },
  ...CALLOUTS.map(({ kind, name, icon, words }) => ({
    name,
    group: 'Callouts' as const,
    icon,
    words: `callout admonition box ${words}`,
    run: insertCallout(kind),
  })),
  { name: 'Table', group: 'Media and tables', icon: Table, words: '| columns rows grid', run: insertTable },
  {
    name: 'Picture…',
    group: 'Media and tables',
    icon: ImageUp,
    words: 'image photo screenshot upload',
    description: 'From this device',
    run: choosePictures,
  },
  {
    name: 'File…',
    group: 'Media and tables',
    icon: FileUp,
    words: 'upload attachment document pdf film video sound audio',
    description: 'From this device',
    run: chooseFiles,
  },
  {
    name: 'Image',
    group: 'Media and tables',
    icon: Image,
    words: '![] img picture photo figure',
    description: 'By its address on the web',
    run: insertImage,
  },
  {
    name: 'Two pictures side by side',
    group: 'Media and tables',
    icon: Columns2,
    words: 'image images columns row gallery figure photos',
    run: insertPictures,
  },
  {
    name: 'Embed…',
    group: 'Media and tables',
    icon: MonitorPlay,
    words: 'video youtube vimeo loom spotify soundcloud figma codepen maps docs player iframe card',
    description: 'A video, music, a map, a document',
    run: insertEmbed,
  },
  {
    name: 'Formula',
    group: 'Media and tables',
    isInline: true,
    icon: Sigma,
    words: '$$ math latex tex equation katex',
    run: insertFormula,
  },
  {
    name: 'Highlight',
    group: 'Words and links',
    isInline: true,
    icon: Highlighter,
    words: '== mark',
    keys: FORMAT_KEYS.Highlight,
    run: toggleHighlight,
  },
  {
    name: 'Footnote',
    group: 'Words and links',
    isInline: true,
    icon: Superscript,
    words: '[^ reference note',
    run: insertFootnote,
  },
  {
    name: 'Date',
    group: 'Words and links',
    isInline: true,
    icon: CalendarDays,
    words: 'today now day',
    run: insertDate('long'),
  },
  {
    name: 'ISO date',
    group: 'Words and links',
    isInline: true,
    icon: CalendarDays,
    words: 'date today now yyyy',
    run: insertDate('iso'),
  },
  ...COMMANDS.flat(),
];

/** For a block that has text already, found by "turn". */
export const TURN_ITEMS: readonly SlashItem[] = BLOCK_KINDS.map(({ kind, name, icon }) => ({
  name,
  group: 'Turn this block into',
  icon,
  words: 'turn',
  run: turnInto(kind),
}));

function fromKind({ kind, name, icon, words }: BlockKind): SlashItem {
  return { name, group: 'Basic blocks', icon, words, keys: FORMAT_KEYS[name], run: insertKind(kind) };
}
