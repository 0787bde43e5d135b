/** How a file is drawn in a page, wherever the page is shown: written, read, printed, or as it was. */

export interface FileOptions {
  /** The words of a picture, as its Markdown has them (`A cat|320`), or the name that the text gives a card. */
  readonly words: string;
  /** Its words stand below it already. */
  readonly isCaptioned?: boolean;
  /** On paper everything is in view. */
  readonly isPrinted?: boolean;
  /** Only where the page is written. */
  readonly editing?: FileEditing | undefined;
  /** It takes another height from now on. */
  readonly onResize?: () => void;
}

export interface FileEditing {
  /** Sets the words of a picture in its Markdown. */
  readonly setWords: (words: string) => void;
  readonly remove: () => void;
  /** Other actions on a card's link. */
  readonly onMore?: () => void;
}

export interface DrawnFile {
  /** The text says other words now. */
  readonly update: (words: string) => void;
  readonly destroy: () => void;
}
