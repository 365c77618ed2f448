import { Navigate } from 'react-router-dom';

/** Redirects to the accounts, because the credit ledger is a part of the page of an account. */
export const list = () => <Navigate to="/accounts" replace />;
