/** A true picture of a page in the workspace, in the visitor's theme. On a phone it shows the page without the tree. */

export interface ProductPictures {
  readonly light: PictureSizes;
  readonly dark: PictureSizes;
}

/** Addresses of the same picture by its width in pixels. */
export interface PictureSizes {
  readonly 1024: string;
  readonly 2048: string;
}

const sourceSet = (sizes: PictureSizes) => `${sizes[1024]} 1024w, ${sizes[2048]} 2048w`;
const SIZES = '(min-width: 1072px) 1024px, (min-width: 640px) 95vw, 190vw';

export function ProductPicture({ light, dark }: ProductPictures) {
  return (
    <div className="mx-auto mt-12 max-w-5xl overflow-hidden rounded-2xl border border-line bg-sunken shadow-float sm:mt-16">
      <picture>
        <source srcSet={sourceSet(dark)} sizes={SIZES} media="(prefers-color-scheme: dark)" />
        <img
          src={light[1024]}
          srcSet={sourceSet(light)}
          sizes={SIZES}
          width={1024}
          height={640}
          fetchPriority="high"
          alt="A page being written in Trellis, beside the tree of the team’s pages."
          className="h-auto w-[200%] max-w-none -translate-x-[34%] sm:w-full sm:translate-x-0"
        />
      </picture>
    </div>
  );
}
