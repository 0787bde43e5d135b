/** How long one request works: Supabase ends it at 150 s. The next one continues. */
const WORK_MS = 100_000;

export function deadline(): number {
  return Date.now() + WORK_MS;
}
