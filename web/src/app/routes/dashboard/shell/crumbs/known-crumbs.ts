/** The parts of an address that have a name of their own. */
import { paths } from '../../../../../lib/paths.ts';

export interface Crumb {
  readonly name: string;
  /** Missing where there is no screen to go to. */
  readonly to?: string;
  /** A page's icon. */
  readonly icon?: string | undefined;
}

/** A map, since an object would know words such as "constructor", too. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    dashboard: 'Dashboard',
    organizations: 'Organizations',
    settings: 'Settings',
    pages: 'Pages',
    team: 'Team',
    trash: 'Trash',
    workspace: 'Workspace',
    integrations: 'Integrations',
    operator: 'Operator',
  }),
);

const SCREENS: ReadonlySet<string> = new Set(Object.values(paths));

/** @returns the crumbs of the known parts, from the dashboard down; others are left out */
export function knownCrumbs(pathname: string): Crumb[] {
  const segments = pathname.split('/').filter(Boolean);
  return segments.flatMap((segment, index) => {
    const name = NAMES.get(segment);
    if (name === undefined) return [];
    const to = `/${segments.slice(0, index + 1).join('/')}`;
    return [SCREENS.has(to) ? { name, to } : { name }];
  });
}
