/**
 * Recognises a pooler that gives each transaction whichever connection is free, as PgBouncer does in transaction mode.
 * The next statement would then run on a connection without what this server keeps on its own (prepared statements,
 * LISTEN, the lock around migrations): the start would succeed, and everything else fail now and then. Such a start is
 * refused. A pooler in session mode is fine.
 */
import pg from 'pg';

/**
 * Asks on two connections at once. While one is in a transaction, the other must go on where it was.
 * @param options how to connect
 */
export async function isTransactionPooler(options: pg.ClientConfig): Promise<boolean> {
  const clients = [new pg.Client(options), new pg.Client(options)] as const;
  const [one, other] = clients;
  for (const client of clients) client.on('error', () => undefined);
  try {
    await Promise.all(clients.map((client) => client.connect()));
    const first = await connectionOf(one);
    await other.query('begin');
    const inTransaction = await connectionOf(other);
    return inTransaction === first || (await connectionOf(one)) !== first;
  } finally {
    // Not awaited: the other side may not answer.
    for (const client of clients) client.end().catch(() => undefined);
  }
}

async function connectionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}
