/** Who did what to what, and from where. Nothing here can be changed. */
import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useNow } from '../../../../lib/hooks/use-now.ts';
import { type Act, type ActFilter, actsQuery } from '../../api/operator-queries.ts';
import { useList } from '../../state/use-list.ts';
import { actWords, agoOf, momentOf } from '../../state/words.ts';
import { Filter } from '../filter.tsx';
import { List, Pages, SearchField } from '../list.tsx';
import { Cell, Table } from '../table.tsx';

const KINDS: Readonly<Record<ActFilter, string>> = {
  operators: 'Operators',
  accounts: 'Accounts',
  all: 'All',
};

export function ActsSection() {
  const { search, settled, filter, page, setSearch, setFilter, setPage } = useList<ActFilter>('operators');
  const query = useQuery(actsQuery(settled, filter, page));
  const now = useNow();
  return (
    <section aria-label="Audit log" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <SearchField label="Search the log" value={search} onChange={setSearch} />
        <Filter label="Acts of" choices={KINDS} value={filter} onChange={setFilter} />
      </div>
      <List
        name="The audit log"
        query={query}
        isEmpty={({ acts }) => acts.length === 0}
        empty={{
          icon: ScrollText,
          text: settled === '' ? 'Nothing has been done yet.' : 'Nothing in the log fits this search.',
        }}
      >
        {({ acts, more }, isBusy) => (
          <>
            <Table label="Audit log" columns={['When', 'Who', 'What', 'From']} isBusy={isBusy}>
              {acts.map((act) => (
                <ActRow key={act.id} act={act} now={now} />
              ))}
            </Table>
            <Pages page={page} onPage={setPage} shown={acts.length} hasMore={more} />
          </>
        )}
      </List>
      <p className="text-ink-muted">
        The log goes back a year. The server adds to it, and nobody can change it.
      </p>
    </section>
  );
}

function ActRow({ act, now }: { readonly act: Act; readonly now: Date }) {
  const details = Object.entries(act.details)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(', ');
  return (
    <tr className="align-top">
      <Cell className="text-ink-muted">
        <time dateTime={act.at} title={momentOf(act.at)}>
          {agoOf(act.at, now)}
        </time>
      </Cell>
      <Cell className="max-w-64 truncate">
        <span title={act.actor ?? ''}>{act.actor || 'Nobody'}</span>
      </Cell>
      <Cell className="max-w-96">
        <p className="truncate" title={act.target}>
          {actWords(act.act)} {act.target !== '' && <span className="font-medium">{act.target}</span>}
        </p>
        {details !== '' && (
          <p className="truncate text-[0.8125rem] text-ink-muted" title={details}>
            {details}
          </p>
        )}
      </Cell>
      <Cell className="font-mono text-[0.8125rem] text-ink-muted">{act.address || 'unknown'}</Cell>
    </tr>
  );
}
