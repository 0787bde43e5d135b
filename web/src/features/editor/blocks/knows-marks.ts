/** Marks what a command has made that knows of the marks of blocks: it needs no guard. */
import { Annotation } from '@codemirror/state';

export const knowsMarks = Annotation.define<boolean>();
