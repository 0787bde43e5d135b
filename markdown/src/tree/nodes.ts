/**
 * A page as a tree of blocks and of what stands in them. The names are those of mdast; a node's place is that of Lezer: where it
 * begins and ends in the text. Nothing in it says how anything is shown.
 */
import type { CalloutMark } from '../kinds/callout/syntax.ts';
import type { Embed } from '../kinds/embed/syntax.ts';
import type { FoundFile } from '../kinds/file/syntax.ts';
import type { WikiLink } from '../kinds/wiki-link/syntax.ts';

interface Placed {
  readonly from: number;
  readonly to: number;
}

export interface Page {
  readonly children: readonly Block[];
  /** The footnotes' texts, by their names in upper case. */
  readonly footnotes: ReadonlyMap<string, FootnoteDefinition>;
}

export type Block =
  | Blockquote
  | Callout
  | Code
  | EmbedBlock
  | FileBlock
  | Heading
  | Html
  | List
  | MathBlock
  | Paragraph
  | Pictures
  | Table
  | TableOfContents
  | ThematicBreak
  | Toggle
  | Yaml;

export interface Paragraph extends Placed {
  readonly type: 'paragraph';
  readonly children: readonly Inline[];
}

export interface Heading extends Placed {
  readonly type: 'heading';
  readonly depth: number;
  /** As it is written, without the marks that make it a heading. */
  readonly source: string;
  readonly children: readonly Inline[];
}

export interface ThematicBreak extends Placed {
  readonly type: 'thematicBreak';
}

export interface Blockquote extends Placed {
  readonly type: 'blockquote';
  readonly children: readonly Block[];
}

export interface Callout extends Placed {
  readonly type: 'callout';
  readonly mark: CalloutMark;
  /** Empty for one whose kind is its title. */
  readonly title: readonly Inline[];
  readonly children: readonly Block[];
}

export interface List extends Placed {
  readonly type: 'list';
  /** The number of its first item; undefined for a list without numbers. */
  readonly start: number | undefined;
  /** Whether blank lines stand in it: its items' texts are paragraphs then. */
  readonly spread: boolean;
  readonly children: readonly ListItem[];
}

export interface ListItem extends Placed {
  readonly type: 'listItem';
  /** Undefined for one that is no task. */
  readonly checked: boolean | undefined;
  readonly children: readonly Block[];
}

export interface Code extends Placed {
  readonly type: 'code';
  /** The words after the fence: the language first. */
  readonly info: string;
  readonly value: string;
}

/** HTML that is no toggle: text. */
export interface Html extends Placed {
  readonly type: 'html';
  readonly value: string;
}

export interface MathBlock extends Placed {
  readonly type: 'math';
  readonly value: string;
}

export type Alignment = 'left' | 'center' | 'right';

export interface Table extends Placed {
  readonly type: 'table';
  readonly align: readonly (Alignment | undefined)[];
  /** The first is the head. All have as many cells. */
  readonly children: readonly TableRow[];
  /** Set if only some of its rows are read. */
  readonly part?: 'first' | 'further';
}

export interface TableRow extends Placed {
  readonly type: 'tableRow';
  readonly children: readonly TableCell[];
}

export interface TableCell extends Placed {
  readonly type: 'tableCell';
  readonly children: readonly Inline[];
}

export interface TableOfContents extends Placed {
  readonly type: 'tableOfContents';
}

export interface Toggle extends Placed {
  readonly type: 'toggle';
  readonly isOpen: boolean;
  readonly title: string;
  /** Plain text that stands in the HTML itself. */
  readonly text: string;
  readonly children: readonly Block[];
}

export interface EmbedBlock extends Placed {
  readonly type: 'embed';
  readonly embed: Embed;
}

/** A link or a picture that stands alone, with an address that a file may have. */
export interface FileBlock extends Placed {
  readonly type: 'file';
  readonly file: FoundFile;
  /** The node that it is if the address is none of this app's. */
  readonly children: readonly Inline[];
}

/** Two or three side by side. */
export interface Pictures extends Placed {
  readonly type: 'pictures';
  readonly children: readonly Image[];
}

export interface Yaml extends Placed {
  readonly type: 'yaml';
  /** With the rows of dashes around it. */
  readonly value: string;
}

export interface FootnoteDefinition extends Placed {
  readonly type: 'footnoteDefinition';
  readonly children: readonly Block[];
}

export type Inline =
  | Break
  | FootnoteReference
  | Image
  | InlineCode
  | InlineMath
  | Link
  | Marked
  | PlainRest
  | Text
  | WikiLinkNode;

/** A line ends in it as `\n`. */
export interface Text extends Placed {
  readonly type: 'text';
  readonly value: string;
}

/** Words with a format. */
export interface Marked extends Placed {
  readonly type: 'emphasis' | 'strong' | 'delete' | 'mark';
  readonly children: readonly Inline[];
}

export interface InlineCode extends Placed {
  readonly type: 'inlineCode';
  readonly value: string;
}

export interface InlineMath extends Placed {
  readonly type: 'inlineMath';
  readonly value: string;
  /** Whether it is shown in a line of its own. */
  readonly isDisplayed: boolean;
}

export interface Break extends Placed {
  readonly type: 'break';
}

export interface Link extends Placed {
  readonly type: 'link';
  readonly url: string;
  readonly title: string;
  readonly children: readonly Inline[];
}

export interface Image extends Placed {
  readonly type: 'image';
  readonly url: string;
  readonly title: string;
  readonly alt: string;
}

export interface WikiLinkNode extends Placed {
  readonly type: 'wikiLink';
  readonly link: WikiLink;
}

export interface FootnoteReference extends Placed {
  readonly type: 'footnoteReference';
  /** In upper case. */
  readonly identifier: string;
}

/** The rest of a text with too many marks, as it is written. */
export interface PlainRest extends Placed {
  readonly type: 'plainRest';
  readonly value: string;
}

/** @returns what a reader reads, without any format; a line ends as a space */
export function wordsOf(nodes: readonly Inline[]): string {
  return nodes.map(wordOf).join('');
}

function wordOf(node: Inline): string {
  switch (node.type) {
    case 'text':
      return node.value.replaceAll('\n', ' ');
    case 'inlineCode':
    case 'inlineMath':
    case 'plainRest':
      return node.value;
    case 'break':
      return ' ';
    case 'image':
      return node.alt;
    case 'wikiLink':
      return (
        node.link.alias ?? [node.link.target, node.link.heading].filter((part) => part !== '').join(' › ')
      );
    case 'footnoteReference':
      return '';
    default:
      return wordsOf(node.children);
  }
}
