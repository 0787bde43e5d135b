/** Whether mails go out, a mail to try, and those that wait or failed. */
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNow } from '../../../../lib/hooks/use-now.ts';
import { useSignedIn } from '../../../../lib/session/signed-in.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { Card } from '../../../../ui/layout/card.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { mailsQuery, type Overview, type QueuedMail } from '../../api/operator-queries.ts';
import { useAct } from '../../api/use-act.ts';
import { agoOf, counted, momentOf } from '../../state/words.ts';
import { Cell, Table } from '../table.tsx';

export function MailsCard({ mail }: { readonly mail: Overview['mail'] }) {
  const { data } = useQuery(mailsQuery());
  const now = useNow();
  return (
    <Card
      title="Mails"
      description={
        mail.server === null
          ? 'No mail server is set (SMTP_URL): mails are written to the folder outbox, and nobody gets them.'
          : `${mail.server} sends them, from ${mail.from}.`
      }
    >
      <div className="flex flex-col gap-4">
        <TestMail hasServer={mail.server !== null} />
        {data && data.mails.length > 0 && (
          <Table label="Mails that wait or failed" columns={['Mail', 'State', 'Written', '']}>
            {data.mails.map((queued) => (
              <MailRow key={queued.id} mail={queued} now={now} />
            ))}
          </Table>
        )}
        {data?.mails.length === 0 && <p className="text-ink-muted">No mail waits, and none failed.</p>}
      </div>
    </Card>
  );
}

function TestMail({ hasServer }: { readonly hasServer: boolean }) {
  const { user } = useSignedIn();
  const [to, setTo] = useState(user.email ?? '');
  const { mutate, isPending, isSuccess, error, reset } = useAct();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate({ path: '/mails/test', body: { to }, failed: 'The mail was not sent' });
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-56">
          <TextField
            label="Send a test mail to"
            type="email"
            autoComplete="off"
            value={to}
            onChange={(event) => {
              setTo(event.target.value);
              reset();
            }}
          />
        </div>
        <Button type="submit" busy={isPending} disabled={!to.includes('@')}>
          Send
        </Button>
      </div>
      {isSuccess && (
        <Notice kind="success">
          <p>
            {hasServer
              ? 'The mail server took the mail. Look into that mailbox, and among its spam.'
              : 'The mail is in the folder outbox.'}
          </p>
        </Notice>
      )}
      {error && (
        <Notice kind="error" failure={error}>
          <p>{error.message}</p>
        </Notice>
      )}
    </form>
  );
}

function MailRow({ mail, now }: { readonly mail: QueuedMail; readonly now: Date }) {
  const { mutate, isPending } = useAct<{ count: number }>();
  const { id, kind, to, tries, problem, created_at: written, failed_at: failed } = mail;
  const shown = `${kind.replaceAll('_', ' ')} to ${to ?? 'somebody forgotten'}`;
  return (
    <tr>
      <Cell className="max-w-80">
        <p className="truncate font-medium" title={shown}>
          {shown}
        </p>
        {problem !== null && (
          <p className="truncate text-[0.8125rem] text-ink-muted" title={problem}>
            {problem}
          </p>
        )}
      </Cell>
      <Cell>
        {failed === null ? <Badge kind="warning">Waiting</Badge> : <Badge kind="danger">Failed</Badge>}{' '}
        <span className="text-ink-muted">{counted(tries, 'try', 'tries')}</span>
      </Cell>
      <Cell className="text-ink-muted">
        <time title={momentOf(written)}>{agoOf(written, now)}</time>
      </Cell>
      <Cell className="text-end">
        <div className="flex justify-end gap-2">
          {mail.can_retry && (
            <Button
              aria-label={`Send again: ${shown}`}
              busy={isPending}
              onClick={() =>
                mutate({
                  path: `/mails/retry?id=${id}`,
                  done: 'Sent again now',
                  failed: 'The mail was not sent again',
                })
              }
            >
              Send again
            </Button>
          )}
          <Button
            look="quiet"
            aria-label={`Forget: ${shown}`}
            onClick={() =>
              mutate({
                method: 'DELETE',
                path: `/mails?id=${id}`,
                done: 'The mail is forgotten',
                failed: 'The mail is still there',
              })
            }
          >
            Forget
          </Button>
        </div>
      </Cell>
    </tr>
  );
}
