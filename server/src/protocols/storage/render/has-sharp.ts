/** Whether the library that makes variants is there for this platform: npm installs its builds as optional packages. */
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

export function hasSharp({ platform, arch }: Pick<NodeJS.Process, 'platform' | 'arch'> = process): boolean {
  // On Linux, npm picks the one for the C library.
  return [platform, `${platform}musl`].some((name) => {
    try {
      return resolve(`@img/sharp-${name}-${arch}/package`) !== '';
    } catch {
      return false;
    }
  });
}
