/** For a transaction that copies rows: their text means the same wherever it is read, and may take its time. */
export const PLAIN_TEXT = `set local client_encoding = 'UTF8'; set local datestyle = 'ISO';
  set local intervalstyle = 'postgres'; set local timezone = 'UTC'; set local extra_float_digits = 3;
  set local bytea_output = 'hex'; set local statement_timeout = 0; set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`;
