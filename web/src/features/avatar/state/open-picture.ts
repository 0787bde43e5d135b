/** Pictures from a person's device: opened by the browser, which turns photos upright, and cut into a small square. */
import { type Crop, sideOf } from './crop.ts';

// Sharp where it is largest, on a screen with three pixels for one.
const SIDE = 256;
const QUALITY = 0.9;

export interface OpenPicture {
  readonly image: HTMLImageElement;
  readonly width: number;
  readonly height: number;
  close(): void;
}

/** @throws {Error} in words, when it is no picture that the browser shows */
export async function openPicture(file: Blob): Promise<OpenPicture> {
  const address = URL.createObjectURL(file);
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
  } catch (error) {
    URL.revokeObjectURL(address);
    throw new Error('This file is no picture that the browser can show.', { cause: error });
  }
  return {
    image,
    // A drawing (SVG) may have no size of its own.
    width: image.naturalWidth || SIDE,
    height: image.naturalHeight || SIDE,
    close: () => URL.revokeObjectURL(address),
  };
}

/** Without what the file says about camera and place. */
export async function cutSquare(picture: OpenPicture, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot cut pictures.');
  // Transparent drawings would have the initial shine through.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, SIDE, SIDE);
  context.imageSmoothingQuality = 'high';
  const side = sideOf(picture, crop);
  context.drawImage(picture.image, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, SIDE, SIDE);
  const webp = await toBlob(canvas, 'image/webp');
  // Browsers that write no WebP answer with a PNG, which is much larger for photos.
  return webp.type === 'image/webp' ? webp : toBlob(canvas, 'image/jpeg');
}

function toBlob(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('This browser cannot cut this picture.'))),
      type,
      QUALITY,
    );
  });
}
