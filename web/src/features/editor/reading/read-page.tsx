/** The open page as it is read, following edits that come from elsewhere. */
import { useDeferredValue } from 'react';
import type * as Y from 'yjs';
import { useText } from '../state/use-text.ts';
import { ReadingView, type ReadingViewProps } from './reading-view.tsx';

export function ReadPage({ text, ...rest }: Omit<ReadingViewProps, 'markdown'> & { readonly text: Y.Text }) {
  const [markdown] = useText(text);
  return <ReadingView markdown={useDeferredValue(markdown)} {...rest} />;
}
