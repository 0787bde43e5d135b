/** How deep blocks and marks within each other are read. */

/** Deeper than anybody writes: it is shown as it is written. */
export const DEEPEST = 100;
