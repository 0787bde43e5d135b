import { Annotation } from '@codemirror/state';

/** On what a command has made that knows of the marks: it needs no guard. */
export const knowsMarks = Annotation.define<boolean>();
