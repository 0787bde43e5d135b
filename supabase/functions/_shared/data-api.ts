/** The Data API, as the person who calls a function, or bypassing row-level security. */
import { PostgrestClient, type PostgrestError } from '@supabase/postgrest-js';
import { apiSettings } from './settings.ts';

const PATIENCE_MS = 10_000;

/** Row-level security decides what they see and do. */
export function asCaller(accessToken: string): PostgrestClient {
  const { url, publicKey } = apiSettings();
  return client(url, publicKey, accessToken);
}

/** Bypasses row-level security: check first whether the caller has the permission. */
export function asOperator(): PostgrestClient {
  const { url, secretKey } = apiSettings();
  return client(url, secretKey, secretKey);
}

/** A problem of the Data API, with what it said for the operator. */
export function dataError(error: PostgrestError): Error {
  return new Error(`The Data API answered ${error.code}: ${error.message}`, { cause: error });
}

function client(url: string, key: string, bearer: string): PostgrestClient {
  return new PostgrestClient(`${url}/rest/v1`, {
    headers: { apikey: key, authorization: `Bearer ${bearer}` },
    timeout: PATIENCE_MS,
  });
}
