/** /dashboard/operator: one section at a time. For whoever is no operator there is nothing. */
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { NavLink, useParams } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ScreenState } from '../../../ui/states/screen-state.tsx';
import { NoOperatorError } from '../api/operate.ts';
import { overviewQuery } from '../api/operator-queries.ts';
import { SECTIONS, type Section, sectionOf, sectionPath } from '../state/sections.ts';
import { ActsSection } from './acts/acts-section.tsx';
import { OverviewSection } from './overview/overview-section.tsx';
import { PeopleSection } from './people/people-section.tsx';
import { SettingsSection } from './settings/settings-section.tsx';
import { WorkspacesSection } from './workspaces/workspaces-section.tsx';

const PARTS: Readonly<Record<Section, () => React.ReactNode>> = {
  overview: OverviewSection,
  people: PeopleSection,
  workspaces: WorkspacesSection,
  settings: SettingsSection,
  log: ActsSection,
};

export function OperatorScreen() {
  const section = sectionOf(useParams().section);
  // Also decides whether there is anything to show at all.
  const { error } = useQuery(overviewQuery());
  if (section === undefined || error instanceof NoOperatorError) return <Nothing />;
  const Part = PARTS[section];
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-6 px-4 py-8 sm:px-8 sm:py-10">
      <title>{`${SECTIONS[section]} · Operator · Trellis`}</title>
      <header>
        <h1 className="text-2xl font-semibold tracking-tight">Operator</h1>
        <p className="mt-1 text-pretty text-ink-muted">
          Everything on this server, for the people who run it. Each act is in the audit log.
        </p>
      </header>
      <nav aria-label="Operator" className="-mx-4 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0">
        <ul className="flex gap-1">
          {(Object.keys(SECTIONS) as Section[]).map((name) => (
            <li key={name}>
              <NavLink
                to={sectionPath(name)}
                end
                className={({ isActive }) =>
                  classNames(
                    '-mb-px flex min-h-10 items-center border-b-2 px-3 whitespace-nowrap transition-colors',
                    isActive
                      ? 'border-accent font-medium text-ink'
                      : 'border-transparent text-ink-muted hover:text-ink',
                  )
                }
              >
                {SECTIONS[name]}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <Part />
    </div>
  );
}

/** As for any address where there is nothing. */
function Nothing() {
  return (
    <ScreenState
      icon={SearchX}
      title="Page not found"
      role="alert"
      action={<ButtonLink to={paths.dashboard}>Back to the dashboard</ButtonLink>}
    >
      There is nothing at this address, or not for you.
    </ScreenState>
  );
}
