import { ProsePage } from './prose-page.tsx';

export const HelpPage = () => <ProsePage page="help" />;
