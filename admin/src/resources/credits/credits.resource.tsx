import { Navigate } from 'react-router-dom';

/** A ledger belongs to its account and is shown on the account's page. */
export const list = () => <Navigate to="/accounts" replace />;
