import { CreditsSection } from '../../features/credits/credits-section.tsx';
import { ProfilePage } from '../../features/profile/profile-page.tsx';

/** What somebody says about themselves, with the credits that they have. */
export const Profile = () => <ProfilePage credits={CreditsSection} />;
