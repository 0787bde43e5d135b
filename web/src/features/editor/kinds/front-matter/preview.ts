/** Front matter in the editor, which stands as properties above the text. */
import type { KindPreview } from '../../view/kind-preview.ts';
import { frontMatterPreview } from './front-matter-preview.ts';

export const preview: KindPreview = { extension: frontMatterPreview };
