/** /dev/components, in development only: the component set. */
import { GalleryScreen } from '../../../ui/gallery/gallery-screen.tsx';

export const Component = GalleryScreen;
