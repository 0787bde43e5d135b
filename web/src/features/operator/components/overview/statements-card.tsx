/** The statements that the database spends its time on. */
import { useQuery } from '@tanstack/react-query';
import { Database } from 'lucide-react';
import { Card } from '../../../../ui/layout/card.tsx';
import { statementsQuery } from '../../api/operator-queries.ts';
import { duration, milliseconds, number } from '../../state/words.ts';
import { List } from '../list.tsx';
import { Cell, Table } from '../table.tsx';

export function StatementsCard() {
  const query = useQuery(statementsQuery());
  return (
    <Card
      title="Statements"
      description="Where the database spends its time, since its numbers were last reset."
    >
      <List
        name="The list of statements"
        query={query}
        isEmpty={({ statements, reason }) => statements.length === 0 && reason === null}
        empty={{ icon: Database, text: 'No statement has been counted yet.' }}
      >
        {({ statements, reason }) =>
          reason !== null ? (
            <p className="text-ink-muted">{reason}</p>
          ) : (
            <Table label="Statements" columns={['Statement', 'Times', 'Each', 'All']} numeric={[1, 2, 3]}>
              {statements.map(({ query: text, calls, mean_ms: mean, total_ms: total }) => (
                <tr key={text}>
                  <Cell className="max-w-96">
                    <code className="block truncate text-[0.8125rem]" title={text}>
                      {text}
                    </code>
                  </Cell>
                  <Cell isNumber>{number(calls)}</Cell>
                  <Cell isNumber>{milliseconds(mean)}</Cell>
                  <Cell isNumber>{duration(total / 1000)}</Cell>
                </tr>
              ))}
            </Table>
          )
        }
      </List>
    </Card>
  );
}
