/** The others who have the workspace open, once anybody is known to have it. */
import { useLoadedWhenIdle } from '../../lib/browser/time/loaded-when-idle.ts';
import { usePresentPeople } from './present-people.ts';

// The live channel, which announces them, is joined after the first text.
const loadPeople = () => import('./known-people.tsx');

export function WhoIsHere({ organizationId }: { readonly organizationId: string }) {
  const people = usePresentPeople();
  const KnownPeople = useLoadedWhenIdle(loadPeople, false)?.KnownPeople;
  return people.length > 0 && KnownPeople && <KnownPeople organizationId={organizationId} people={people} />;
}
