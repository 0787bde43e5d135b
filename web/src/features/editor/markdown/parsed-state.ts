/**
 * For tests: a state whose text is parsed to its end. By itself a state parses for twenty milliseconds and leaves the rest
 * to its window, so on a busy machine a command would find no blocks.
 */
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState, type EditorStateConfig } from '@codemirror/state';
import { afterAll, beforeAll, vi } from 'vitest';

const PARSE_MS = 60_000;

export function parsedState(config: EditorStateConfig): EditorState {
  return parsedToItsEnd(EditorState.create(config));
}

/** @returns the same; a state takes over with the next step what was parsed since */
export function parsedToItsEnd(state: EditorState): EditorState {
  ensureSyntaxTree(state, state.doc.length, PARSE_MS);
  return state.update({}).state;
}

/** For the tests of a file: commands parse for some milliseconds by the clock, and one that jumps would take these away. */
export function stopClock(): void {
  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterAll(() => void vi.useRealTimers());
}
