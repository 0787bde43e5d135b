/** How large a picture is, so that those who read the page keep its place free. */

/** @returns undefined for what this browser cannot show, or a drawing that has no size of its own */
export async function pictureSize(bytes: Blob): Promise<{ width: number; height: number } | undefined> {
  const url = URL.createObjectURL(bytes);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    return width > 0 && height > 0 ? { width, height } : undefined;
  } catch {
    return undefined;
  } finally {
    URL.revokeObjectURL(url);
  }
}
