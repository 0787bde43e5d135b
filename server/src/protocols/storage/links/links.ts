/**
 * Signed links: whoever has one may read, or upload, the one file that it names, until it expires. They are signed with a
 * key made from the operator's secret key, so another secret key makes them void.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { linkErrors } from '../errors.ts';
import type { Place } from '../store/objects.ts';

// As on Supabase.
const UPLOAD_S = 2 * 60 * 60;
const ALGORITHM = 'HS256';

const makerSchema = z.object({
  role: z.enum(['anon', 'authenticated', 'service_role']),
  sub: z.string().optional(),
  // Without it, an account with two steps has passed one.
  aal: z.string().optional(),
  // The claim of the account that it was made after; undefined for most.
  claim: z.string().optional(),
});

/** Who made a link, as far as their rights depend on it (maker.ts). */
export type Maker = z.output<typeof makerSchema>;

const downloadClaims = z.object({
  url: z.string(),
  scope: z.literal('download'),
  exp: z.number(),
  transformations: z.string().optional(),
  format: z.string().optional(),
  maker: makerSchema.optional(),
});
const uploadClaims = z.object({
  url: z.string(),
  scope: z.literal('upload'),
  exp: z.number(),
  jti: z.uuid(),
  upsert: z.boolean(),
  owner: z.string().optional(),
  maker: makerSchema.optional(),
});

export interface UploadLink {
  readonly id: string;
  readonly owner: string | undefined;
  readonly upsert: boolean;
  readonly expiresAt: Date;
  /** Undefined for links of earlier versions. */
  readonly maker: Maker | undefined;
}

export interface DownloadLink {
  readonly expiresAt: Date;
  /** The variant that it reads; undefined for the file. */
  readonly transformations: string | undefined;
  readonly format: string | undefined;
  /** Undefined for links of earlier versions. */
  readonly maker: Maker | undefined;
}

/** The variant that a link reads. Left out for the file. */
type VariantClaims = Partial<Pick<DownloadLink, 'transformations' | 'format'>>;

export interface Links {
  signDownload(place: Place, seconds: number, maker: Maker, variant?: VariantClaims): Promise<string>;
  signUpload(place: Place, owner: string | null, upsert: boolean, maker: Maker): Promise<string>;
  /** @throws {StorageError} */
  verifyDownload(token: string, place: Place): Promise<DownloadLink>;
  /** @throws {StorageError} */
  verifyUpload(token: string, place: Place): Promise<UploadLink>;
}

export function createLinks(secretKey: string): Links {
  const key = createHmac('sha256', secretKey).update('signs links to files').digest();

  const sign = (claims: Record<string, unknown>, seconds: number) => {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(key);
  };

  async function verify<Claims extends { readonly url: string }>(
    token: string,
    place: Place,
    scope: string,
    schema: z.ZodType<Claims>,
  ): Promise<Claims> {
    const { payload } = await jwtVerify(token, key, { algorithms: [ALGORITHM] }).catch((error: Error) => {
      throw linkErrors.badToken(
        error instanceof errors.JWTExpired ? '"exp" claim timestamp check failed' : error.message,
      );
    });
    const { success, data } = schema.safeParse(payload);
    if (!success) throw linkErrors.wrongScope(scope);
    if (data.url !== urlOf(place)) throw linkErrors.otherObject();
    return data;
  }

  return {
    signDownload: (place, seconds, maker, variant) =>
      sign({ ...variant, url: urlOf(place), scope: 'download', maker }, seconds),
    signUpload: (place, owner, upsert, maker) => {
      const claims = { url: urlOf(place), scope: 'upload', upsert, jti: randomUUID(), maker };
      return sign({ ...claims, ...(owner !== null && { owner }) }, UPLOAD_S);
    },
    verifyDownload: async (token, place) => {
      const { exp, ...link } = await verify(token, place, 'download', downloadClaims);
      const { transformations, format, maker } = link;
      return { expiresAt: new Date(exp * 1000), transformations, format, maker };
    },
    verifyUpload: async (token, place) => {
      const { jti, owner, upsert, exp, maker } = await verify(token, place, 'upload', uploadClaims);
      return { id: jti, owner, upsert, expiresAt: new Date(exp * 1000), maker };
    },
  };
}

export function urlOf({ bucket, name }: Place): string {
  return `${bucket}/${name}`;
}
