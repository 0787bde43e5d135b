/** A file by its own address: from a link in a sentence, or one that somebody has sent. */
import { useCallback } from 'react';
import { useAsyncValue } from '../../../lib/hooks/use-async-value.ts';
import { Screen } from '../../../ui/layout/screen.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { drawFile } from '../draw-file.ts';
import { fileAddress, fileKind, readFileAddress } from '../file-address.ts';
import { knownFile } from '../state/known-files.ts';
import { uploadHere } from '../state/person-uploads.ts';

/** @param address of the app */
export function FileScreen({ address }: { readonly address: string }) {
  const file = readFileAddress(address);
  const found = useAsyncValue(() => findFile(file?.id), file?.id);
  if (!file || found === 'missing')
    return (
      <ErrorState isScreen title="File not found">
        This file does not exist, or no page that you may read uses it.
      </ErrorState>
    );
  if (found === 'out of reach')
    return (
      <ErrorState isScreen title="File not on this device">
        The server cannot be reached. Open the file again when you are back online.
      </ErrorState>
    );
  if (found === undefined)
    return (
      <Screen title={file.name}>
        <Skeleton className="h-64 w-full" />
      </Screen>
    );
  return (
    <Screen title={found}>
      <DrawnFile address={fileAddress({ id: file.id, name: found })} name={found} />
    </Screen>
  );
}

/** @returns its name, which the address may have wrong */
async function findFile(id: string | undefined): Promise<string> {
  if (id === undefined) return 'missing';
  try {
    return (await uploadHere(id))?.file.name ?? (await knownFile(id))?.name ?? 'missing';
  } catch {
    return 'out of reach';
  }
}

function DrawnFile({ address, name }: { readonly address: string; readonly name: string }) {
  const draw = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      const words = fileKind(name) === 'picture' ? '' : name;
      const drawn = drawFile(element, address, 'itself', { words });
      return () => drawn?.destroy();
    },
    [address, name],
  );
  return (
    <div className="file-screen">
      <span ref={draw} />
    </div>
  );
}
