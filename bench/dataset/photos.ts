/** Photos: each another one, with as much detail as a camera's. */
import sharp from 'sharp';

export async function photoOf(index: number, width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 100 + (index % 50), sigma: 40 } as const;
  const small = await sharp({
    create: {
      width: Math.round(width / 8),
      height: Math.round(height / 8),
      channels: 3,
      background: '#888',
      noise,
    },
  })
    .png()
    .toBuffer();
  return sharp(small).resize(width, height, { kernel: 'cubic' }).jpeg({ quality: 85 }).toBuffer();
}
