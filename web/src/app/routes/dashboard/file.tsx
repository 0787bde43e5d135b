/** /files/:fileId/:name. A file of a page by its own address. */
import { useLocation } from 'react-router';
import { FileScreen } from '../../../features/files/components/file-screen.tsx';
import '../../../features/editor/live-preview/live-preview.css';

export function Component() {
  const { pathname } = useLocation();
  return <FileScreen key={pathname} address={pathname} />;
}
