/**
 * The process that makes variants, with libvips through sharp. It is apart from the server because its input is hostile: a
 * picture that makes it crash, hang or swell costs this process alone.
 */
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import type { Metadata, Sharp } from 'sharp';
import { effortOf } from './effort.ts';
import { type Geometry, geometryOf } from './geometry.ts';
import type { Format, RenderJob, RenderReply, RenderRequest } from './render-job.ts';
import type { Transformation } from './transformation.ts';

// As Supabase documents it.
const LARGEST_PIXELS = 50_000_000;
const LIMITS = { limitInputPixels: LARGEST_PIXELS };
// They are unpacked as a whole, which takes twenty bytes a pixel.
const LARGEST_AVIF_PIXELS = 16_000_000;
const MOST_FRAMES = 300;
const SLOWEST_S = 15;
const QUALITY = 80;
// An AVIF of the same looks needs less.
const AVIF_QUALITY = 60;
const LOOK_EVERY_MS = 20;
const MIB = 1024 * 1024;
// No SVG, PDF or TIFF: what no variant is made of is not even looked at.
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((kind) => `VipsForeignLoad${kind}`);

const sharp = await import('sharp').then(
  (loaded) => loaded.default,
  () => undefined,
);
if (sharp) {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  sharp.cache(false);
  // Beside one picture, the server has the other cores.
  sharp.concurrency(1);
}

process.on('message', (request: RenderRequest) => {
  // libvips works in other threads, so there is time to look.
  const looking = setInterval(() => {
    if (process.memoryUsage.rss() < request.mostMb * MIB) return;
    clearInterval(looking);
    process.send?.({ problem: 'swollen' } satisfies RenderReply, () => process.exit());
  }, LOOK_EVERY_MS);
  answer(request).then((reply) => {
    clearInterval(looking);
    process.send?.(reply);
  });
});
process.on('disconnect', () => process.exit());
// Requests come before pictures, and when memory runs out, Linux ends this process first.
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
await writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined);

async function answer(request: RenderRequest): Promise<RenderReply> {
  if (!sharp) return { problem: 'unavailable' };
  try {
    const plan = planOf(await sharp(request.source, LIMITS).metadata(), request);
    if ('problem' in plan) return plan;
    return request.does === 'measure' ? { effort: plan.effort } : await render(request, plan);
  } catch (error) {
    const { message } = error as Error;
    if (/pixel limit/i.test(message)) return { problem: 'too-large' };
    return { problem: /timeout/i.test(message) ? 'too-slow' : 'unreadable' };
  }
}

interface Plan {
  readonly format: Format;
  readonly isMoving: boolean;
  readonly geometry: Geometry;
  readonly effort: number;
}

/** Before anything is unpacked: what is to be made, unless that is too much. */
function planOf(metadata: Metadata, job: RenderJob): Plan | { readonly problem: 'too-large' | 'too-much' } {
  const kind = metadata.format as string;
  if (kind === 'heif' && metadata.width * metadata.height > LARGEST_AVIF_PIXELS)
    return { problem: 'too-large' };
  const format = formatOf(metadata, job);
  const isMoving = moves(metadata, format);
  const geometry = geometryOf(metadata.autoOrient, job.transformation);
  const effort = effortOf(kind, metadata, format, geometry.part, isMoving ? (metadata.pages ?? 1) : 1);
  return effort > job.mostEffort ? { problem: 'too-much' } : { format, isMoving, geometry, effort };
}

async function render(job: RenderJob, { format, isMoving, geometry }: Plan): Promise<RenderReply> {
  if (!sharp) return { problem: 'unavailable' };
  // A browser, too, shows what there is of a picture that was cut off.
  const picture = sharp(job.source, { ...LIMITS, failOn: 'none', animated: isMoving });
  await encode(shape(picture, geometry, job.transformation, isMoving), format, job.transformation)
    .timeout({ seconds: SLOWEST_S })
    .toFile(job.target);
  return { format };
}

/** The one that is asked for; else WebP where it is shown; else the original's, if every browser shows that. */
function formatOf(metadata: Metadata, { transformation, takesWebp }: RenderJob): Format {
  const { format: wanted } = transformation;
  if (wanted === 'webp' || wanted === 'avif') return wanted;
  const own = metadata.format as string;
  if (own === 'jpeg' || own === 'png' || own === 'gif')
    return wanted !== 'origin' && takesWebp ? 'webp' : own;
  if (wanted === 'origin') return own === 'webp' ? 'webp' : 'avif';
  if (takesWebp) return 'webp';
  return metadata.hasAlpha ? 'png' : 'jpeg';
}

/** Whether all frames are kept, and not the first alone. */
function moves({ pages = 1, width, height }: Metadata, format: Format): boolean {
  const isPossible = format === 'webp' || format === 'gif';
  return isPossible && pages > 1 && pages <= MOST_FRAMES && pages * width * height <= LARGEST_PIXELS;
}

/** Turns the picture upright; what its camera and editor noted in it is left out. */
function shape(
  picture: Sharp,
  { scaled, part }: Geometry,
  { gravity }: Transformation,
  isMoving: boolean,
): Sharp {
  const upright = picture.autoOrient();
  if (gravity === 'sm' && !isMoving)
    return upright.resize(part.width, part.height, { fit: 'cover', position: 'attention' });
  const whole = upright.resize(scaled.width, scaled.height, { fit: 'fill' });
  return part.width === scaled.width && part.height === scaled.height ? whole : whole.extract(part);
}

function encode(picture: Sharp, format: Format, { quality }: Transformation): Sharp {
  switch (format) {
    case 'jpeg':
      return picture.jpeg({ quality: quality ?? QUALITY });
    case 'png':
      return picture.png();
    case 'webp':
      return picture.webp({ quality: quality ?? QUALITY });
    case 'gif':
      return picture.gif();
    case 'avif':
      return picture.avif({ quality: quality ?? AVIF_QUALITY, effort: 3 });
  }
}
