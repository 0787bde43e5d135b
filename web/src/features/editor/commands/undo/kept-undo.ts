/**
 * Keeps what can be undone while a page is reloaded, or left for another and opened again in the same tab. Browsers copy the
 * storage of a tab that is duplicated, and a step that two tabs take back would bring its words twice: so the steps are
 * kept only while nobody shows the page, and the first who shows it has them.
 */
import type { Extension } from '@codemirror/state';
import { ViewPlugin } from '@codemirror/view';
import { randomUuid } from '../../../../lib/browser/random-uuid.ts';
import { read, store } from '../../../../lib/browser/storage/stored-value.ts';
import { UNDO_PREFIX } from '../../../document/drafts/draft-store.ts';
import { type KeptSteps, packSteps, unpackSteps } from '../../../document/undo/undo-steps.ts';
import { type UndoHistory, undoHistory } from './undo-history.ts';

interface Entry extends KeptSteps {
  readonly id: string;
}

export interface KeptUndoOptions {
  /** The name of the page's drafts. */
  readonly name: string;
  /** Called when steps were taken up that reach back to the first edit in this tab. */
  readonly onWhole: () => void;
}

export function keptUndo(options: KeptUndoOptions): Extension {
  return ViewPlugin.define((view) => {
    const history = view.state.facet(undoHistory);
    if (!history) return {};
    const takeUp = () => {
      const kept = take(options.name);
      if (kept && unpackSteps(history.manager, kept) && kept.isWhole) options.onWhole();
    };
    const keep = () => keepSteps(options.name, history);
    // The page may be shown again as it is, and its steps are where they were.
    const withdraw = ({ persisted }: PageTransitionEvent) => persisted && take(options.name);
    takeUp();
    window.addEventListener('pagehide', keep);
    window.addEventListener('pageshow', withdraw);
    return {
      destroy: () => {
        keep();
        window.removeEventListener('pagehide', keep);
        window.removeEventListener('pageshow', withdraw);
      },
    };
  });
}

function keepSteps(name: string, { manager }: UndoHistory): void {
  const steps = packSteps(manager);
  if (steps.undo.length === 0 && steps.redo.length === 0) return;
  const entry: Entry = { ...steps, id: randomUuid() };
  store(UNDO_PREFIX + name, entry, 'sessionStorage');
  store(UNDO_PREFIX + name, entry.id);
}

/** @returns the steps, of which nobody else can have them from now on */
function take(name: string): Entry | undefined {
  const key = UNDO_PREFIX + name;
  const entry = read(key, isEntry, 'sessionStorage');
  if (!entry) return undefined;
  const isOurs = read(key, isString) === entry.id;
  sessionStorage.removeItem(key);
  if (isOurs) localStorage.removeItem(key);
  return isOurs ? entry : undefined;
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && 'id' in value && 'undo' in value && 'redo' in value;
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}
