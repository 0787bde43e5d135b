/**
 * Redirects a mailed link that did not lead to its screen: an operator's links lead to the site itself, and
 * others wherever was asked for. Runs before anything else of a page, so that no screen sees the tokens, and
 * leaves no entry with them in the history.
 *
 * A link holds tokens (in hash or query), a code to exchange or a token's hash (in the query), or an error.
 */
(() => {
  const CONFIRM = '/auth/confirm';
  const RESET = '/auth/reset-password';
  const NAMES = [
    'access_token',
    'refresh_token',
    'expires_at',
    'expires_in',
    'token_type',
    'type',
    'sb',
    'error',
    'error_code',
    'error_description',
    'error_reason',
    'notice',
    'code',
    'sb_flow_id',
    'token_hash',
  ];

  const query = new URLSearchParams(location.search);
  const hash = new URLSearchParams(location.hash.slice(1));
  const has = (name) => hash.has(name) || query.has(name);
  const hasTokens = has('access_token') && has('refresh_token') && has('type');
  // Another service's codes come with a state, and its errors without our codes: the Notion return screen has them.
  const hasCode = query.has('code') && !query.has('state');
  const hasTokenHash = query.has('token_hash') && query.has('type');
  if (!hasTokens && !hasCode && !hasTokenHash && !has('error_code')) return;

  const isRecovery = hasTokens && (hash.get('type') ?? query.get('type')) === 'recovery';
  const target = isRecovery ? RESET : CONFIRM;
  const isThere = location.pathname === target;
  // Its errors do not say what the link was for.
  if (isThere || (location.pathname === RESET && !hasTokens && !hasCode && !hasTokenHash)) return;

  const found = [...query, ...hash].filter(([name]) => NAMES.includes(name));
  const others = new URLSearchParams([...query].filter(([name]) => !NAMES.includes(name)));
  const isScreen = /^\/(dashboard|invite)(\/|$)/.test(location.pathname);
  const next = others.size > 0 ? `${location.pathname}?${others}` : location.pathname;
  const onward = new URLSearchParams(isScreen && !isRecovery ? { next } : {});
  // The client looks for its codes in the query. Tokens go into the hash, which is sent to no server.
  const inQuery = ['code', 'sb_flow_id', 'token_hash', ...(hasTokenHash ? ['type'] : [])];
  const rest = new URLSearchParams();
  for (const [name, value] of found) (inQuery.includes(name) ? onward : rest).set(name, value);
  location.replace(target + (onward.size > 0 ? `?${onward}` : '') + (rest.size > 0 ? `#${rest}` : ''));
})();
