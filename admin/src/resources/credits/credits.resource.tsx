import { Navigate } from 'react-router-dom';

/** A ledger belongs to its account, and is shown there. */
export const list = () => <Navigate to="/accounts" replace />;
