/** How a variant differs from its picture: read from a query, from the body that asks for a link, and from the link. */
import { z } from 'zod';
import { check } from '../request/check.ts';

// As Supabase documents it.
const LONGEST_SIDE = 2500;
const GRAVITIES = ['no', 'so', 'ea', 'we', 'noea', 'nowe', 'soea', 'sowe', 'ce', 'sm', 'fp'] as const;

const side = z
  .int()
  .min(0)
  .transform((length) => Math.min(length, LONGEST_SIDE) || undefined)
  .optional();

export const transformationSchema = z
  .object({
    width: side,
    height: side,
    resize: z.enum(['cover', 'contain', 'fill']).optional(),
    format: z.enum(['origin', 'avif', 'webp']).optional(),
    quality: z.int().min(20).max(100).optional(),
    gravity: z.enum(GRAVITIES).optional(),
    x_offset: z.number().optional(),
    y_offset: z.number().optional(),
  })
  .superRefine(({ gravity, x_offset, y_offset }, context) => {
    if (gravity !== 'fp') return;
    for (const [path, offset] of Object.entries({ x_offset, y_offset }))
      if (offset === undefined || offset < 0 || offset > 1)
        context.addIssue({ code: 'custom', path: [path], message: 'must be between 0 and 1 for gravity fp' });
  });

export type Transformation = z.output<typeof transformationSchema>;

const NUMBERS = new Set(['width', 'height', 'quality', 'x_offset', 'y_offset']);

/** @throws {StorageError} */
export function readTransformation(query: Readonly<Record<string, string>>): Transformation {
  const entries = Object.entries(query).map(([name, value]) => [
    name,
    NUMBERS.has(name) && value.trim() !== '' ? Number(value) : value,
  ]);
  return check(Object.fromEntries(entries), transformationSchema, 'querystring');
}

/** The text that a signed link carries, in the words of upstream. Empty for the picture as it is. */
export function toText(transformation: Transformation): string {
  const { width, height, resize, quality, format } = transformation;
  return [
    height && `height:${height}`,
    width && `width:${width}`,
    (width || height) && resize && `resize:${resize}`,
    quality && `quality:${quality}`,
    format && format !== 'origin' && `format:${format}`,
    gravityText(transformation),
  ]
    .filter(Boolean)
    .join(',');
}

/**
 * @param format of the link: its text has none for the format of the original
 * @throws {StorageError}
 */
export function fromText(text: string, format: string | undefined): Transformation {
  const query: Record<string, string> = {};
  for (const part of text.split(',')) {
    const [name = '', value = '', x, y] = part.split(':');
    if (value !== '') query[name] = value;
    if (name !== 'gravity') continue;
    if (x) query.x_offset = x;
    if (y) query.y_offset = y;
  }
  return readTransformation({ ...query, ...(format && { format }) });
}

const RESIZING = { cover: 'fill', contain: 'fit', fill: 'force' } as const;

/** The header X-Transformations, in the words of upstream's image proxy. */
export function toHeader(transformation: Transformation): string {
  const { width, height, resize = 'cover' } = transformation;
  const parts = toText(transformation)
    .split(',')
    .filter((part) => part !== '' && !part.startsWith('resize:'));
  if (width || height) parts.splice(width && height ? 2 : 1, 0, `resizing_type:${RESIZING[resize]}`);
  return parts.join(',');
}

function gravityText({ gravity, x_offset: x, y_offset: y }: Transformation): string | undefined {
  if (!gravity || gravity === 'sm' || (x === undefined && y === undefined))
    return gravity && `gravity:${gravity}`;
  return `gravity:${gravity}:${x ?? 0}:${y ?? 0}`;
}
