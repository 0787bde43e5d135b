/** The Markdown of a page does not say where its links lead for its readers: the printer of the page tells that here. */
export interface Surroundings {
  /** @returns where a link leads; undefined for one that is only its words */
  readonly linkTo: (url: string) => string | undefined;
  /** @returns what a link says instead of these words */
  readonly titleAt: (address: string, said: string) => string | undefined;
  /** @returns a picture, player or link as HTML */
  readonly image: (url: string, words: string, isInLink: boolean) => string;
  /** @returns the card of a file as HTML; undefined for any other address */
  readonly card: (url: string) => string | undefined;
  readonly wikiPage: (target: string) => { readonly address: string; readonly name: string } | undefined;
  readonly code: (value: string, info: string) => string;
  readonly formula: (tex: string, isDisplayed: boolean) => string;
}
