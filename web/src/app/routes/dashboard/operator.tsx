/** /dashboard/operator */
export { OperatorScreen as Component } from '../../../features/operator/components/operator-screen.tsx';
