/**
 * Puts what a first visit needs into few files, by the screens that need it: a file for each small module that two screens
 * share would be a hundred requests before the first word. What a screen alone shows, and what opens later (dialogs, menus),
 * keeps files of its own.
 */
import path from 'node:path';

interface ModuleFacts {
  readonly importedIds: readonly string[];
  readonly code: string | null;
  readonly isEntry: boolean;
}

interface ModuleGraph {
  getModuleInfo(id: string): ModuleFacts | null;
}

const ROUTES = 'src/app/routes';
const MAIN = ['src/main.tsx'];
const SESSION = [`${ROUTES}/auth/session-layout.tsx`];
const SIGN_IN = ['login', 'sign-up', 'forgot-password', 'reset-password', 'confirm'].map(
  (name) => `${ROUTES}/auth/${name}.tsx`,
);
const SHELL = [`${ROUTES}/dashboard/dashboard-layout.tsx`];
const PAGE = [`${ROUTES}/dashboard/page.tsx`];
// The parts around a page's text, which come right after it.
const PARTS = ['src/features/editor/page-parts.ts'];
// A text with letters from right to left waits for these, and not for the other parts.
const DIRECTIONS = ['src/features/editor/writing-aids/directions/first-directions.ts'];
const OTHER_SCREENS = ['dashboard', 'trash', 'account-settings', 'workspace-settings'].map(
  (name) => `${ROUTES}/dashboard/${name}.tsx`,
);
// The few lines of Base UI by which anybody may say something in a toast. What shows it comes later.
const TOAST_MANAGER = /\/node_modules\/@base-ui\/(react\/toast\/createToastManager|utils\/generateId)\./;
// Arrow keys in a row of buttons: the toolbar over a selection has one first, dialogs later.
const ROW_OF_BUTTONS = /\/node_modules\/@base-ui\/react\/internals\/composite\/root\//;
// Base UI's index files import all of its parts, and most are dropped later: what a screen has of it is not known here.
const BARRELS = /\/node_modules\/@base-ui\//;
// Characters, before they are made smaller.
const SMALL = 10_000;

interface Layers {
  readonly main: ReadonlySet<string>;
  readonly session: ReadonlySet<string>;
  readonly signIn: readonly ReadonlySet<string>[];
  readonly shell: ReadonlySet<string>;
  readonly page: ReadonlySet<string>;
  readonly parts: ReadonlySet<string>;
  readonly directions: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
}

/** @param root the folder of the web app */
export function chunkLayers(root: string): (id: string, graph: ModuleGraph) => string | null {
  const lib = path.join(root, 'src/lib/');
  // preloads.ts looks these up by name, so they keep files of their own.
  const roots = new Set(
    [...SESSION, ...SIGN_IN, ...SHELL, ...PAGE, ...OTHER_SCREENS].map((name) => path.join(root, name)),
  );
  let layers: Layers | undefined;
  return (id, graph) => {
    const reach = (names: readonly string[]) =>
      reachable(
        names.map((name) => path.join(root, name)),
        graph,
      );
    layers ??= {
      main: reach(MAIN),
      session: reach(SESSION),
      signIn: SIGN_IN.map((name) => reach([name])),
      shell: reach(SHELL),
      page: reach(PAGE),
      parts: reach(PARTS),
      directions: reach(DIRECTIONS),
      others: reach(OTHER_SCREENS),
    };
    const { main, session, signIn, shell, page, parts, directions, others } = layers;
    const facts = graph.getModuleInfo(id);
    if (!facts || facts.isEntry || roots.has(id)) return null;
    // The entry's own file has them.
    if (main.has(id)) return null;
    if (TOAST_MANAGER.test(id)) return 'start';
    if (ROW_OF_BUTTONS.test(id)) return 'parts';
    if (session.has(id)) return 'start';
    const screens = signIn.filter((screen) => screen.has(id)).length;
    if (screens > 1 || (screens === 1 && (shell.has(id) || parts.has(id)))) return 'start';
    if (shell.has(id)) return 'shell';
    // The parts of it that only dialogs and menus need come with them.
    if (id.startsWith(lib) && screens === 0 && (page.has(id) || others.has(id))) return 'shell';
    if (!page.has(id) && directions.has(id)) return 'directions';
    if (!page.has(id)) return parts.has(id) && screens === 0 ? 'parts' : null;
    if (!others.has(id)) return id.includes('/node_modules/') ? null : 'page';
    return (facts.code?.length ?? SMALL) < SMALL ? 'shell' : null;
  };
}

/** The modules, and all that they import statically. @throws {Error} when one is not there, as after a rename */
function reachable(ids: readonly string[], graph: ModuleGraph): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [...ids];
  for (const id of ids)
    if (!graph.getModuleInfo(id))
      throw new Error(`The build has no module ${id}: name its successor in chunk-layers.ts.`);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id) || BARRELS.test(id)) continue;
    seen.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return seen;
}
