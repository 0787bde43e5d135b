/** Which dialog about pages is open. The buttons that open them are all over the shell. */
import { createContext, useContext } from 'react';

export type PageDialog =
  | { readonly kind: 'create'; readonly parentId: string | null }
  | { readonly kind: 'move' | 'settings' | 'share' | 'delete'; readonly pageId: string };

export type OpenPageDialog = (dialog: PageDialog) => void;

export const PageDialogContext = createContext<OpenPageDialog | undefined>(undefined);

/** @throws {Error} outside PageDialogs */
export function useOpenPageDialog(): OpenPageDialog {
  const open = useContext(PageDialogContext);
  if (!open) throw new Error('useOpenPageDialog needs PageDialogs above it');
  return open;
}
