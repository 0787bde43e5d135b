/** /dashboard/trash */
export { TrashScreen as Component } from '../../../features/pages/components/trash/trash-screen.tsx';
