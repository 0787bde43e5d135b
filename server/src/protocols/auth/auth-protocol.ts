/** Supabase Auth's wire protocol, mounted at /auth/v1. */
import { Hono } from 'hono';
import type { HttpEnvironment } from '../../http/http-environment.ts';
import type { Services } from '../../services.ts';

export function createAuthProtocol(_services: Services): Hono<HttpEnvironment> {
  return new Hono<HttpEnvironment>();
}
