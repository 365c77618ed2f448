import { CreditsSection } from '../../features/credits/credits-section.tsx';
import { ProfilePage } from '../../features/profile/profile-page.tsx';

/** The profile with the credits of its owner. */
export const Profile = () => <ProfilePage credits={CreditsSection} />;
