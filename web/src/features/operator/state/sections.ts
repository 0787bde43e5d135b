/** The sections of the operator's page, by the last part of their address. */
import { paths } from '../../../lib/paths.ts';

export const SECTIONS = {
  overview: 'Overview',
  people: 'People',
  workspaces: 'Workspaces',
  settings: 'Settings',
  log: 'Audit log',
} as const;

export type Section = keyof typeof SECTIONS;

export function sectionOf(name: string | undefined): Section | undefined {
  if (name === undefined) return 'overview';
  return name !== 'overview' && Object.hasOwn(SECTIONS, name) ? (name as Section) : undefined;
}

export function sectionPath(section: Section): string {
  return section === 'overview' ? paths.operator : `${paths.operator}/${section}`;
}
