/** Toggles in the editor. */
import type { KindPreview } from '../../view/kind-preview.ts';
import { togglePreview } from './toggle-preview.ts';

export const preview: KindPreview = { extension: togglePreview() };
