/** An image of a page that is read; one from elsewhere only once the reader has asked for it. */

import { useContext, useState, useSyncExternalStore } from 'react';
import type { DrawnProps } from '../../drawing/draw-elements.tsx';
import { PageFile, PrintedFiles } from '../../drawing/page-file.tsx';
import { useReading } from '../../drawing/use-reading.ts';
import { imageSource } from '../../markdown/image-source.ts';

export function PageImage({ node: { properties } }: DrawnProps) {
  const { images } = useReading();
  const [address, alt] = [String(properties.src ?? ''), String(properties.alt ?? '')];
  // Its words stand below it.
  const isCaptioned = properties['data-captioned'] === 'true';
  const hosts = useSyncExternalStore(images.subscribe, images.getHosts);
  const [isBroken, setBroken] = useState(false);
  const isPrinted = useContext(PrintedFiles);
  const source = imageSource(address, location.origin);
  const words = isCaptioned ? '' : alt;
  if (properties['data-left-out'] !== undefined)
    return (
      <span className="image-placeholder">
        {`${words} (image left out: the page has too many for paper)`.trim()}
      </span>
    );
  if (source.kind === 'file')
    return <PageFile address={address} words={alt} as="itself" isCaptioned={isCaptioned} />;
  if (source.kind === 'none' || isBroken) {
    return (
      <span className="image-placeholder">
        {words === '' ? 'Image that cannot be shown' : `${words} (image that cannot be shown)`}
      </span>
    );
  }
  if (source.kind === 'remote' && !hosts.has(source.host)) {
    return (
      <span className="image-placeholder">
        <span>{words === '' ? `Image from ${source.host}` : `${words} (image from ${source.host})`}</span>
        <button
          type="button"
          title={`Show the images from ${source.host} on this page`}
          onClick={() => images.show(source.host)}
        >
          Show images
        </button>
      </span>
    );
  }
  return (
    <img
      loading={isPrinted ? 'eager' : 'lazy'}
      src={source.url}
      alt={alt}
      className="page-image"
      referrerPolicy="no-referrer"
      decoding="async"
      onError={() => setBroken(true)}
    />
  );
}
