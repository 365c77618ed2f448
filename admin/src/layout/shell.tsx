import { Layout, type LayoutProps } from 'react-admin';
import { JobTray } from '../bulk/job-tray.tsx';
import { Bar } from './bar.tsx';
import { SideMenu } from './side-menu.tsx';

/** Around every page. */
export const Shell = ({ children }: LayoutProps) => (
  <Layout
    appBar={Bar}
    menu={SideMenu}
    appBarAlwaysOn
    // As wide as the window, whatever is in it: what is wider scrolls by itself.
    sx={{
      minWidth: 0,
      '& .RaLayout-contentWithSidebar': { minWidth: 0 },
      '& .RaLayout-content': { px: { xs: 1.5, md: 3 }, pt: { xs: 1, md: 2 }, pb: 6, minWidth: 0 },
      '& .RaLayout-appFrame': { marginTop: 7 },
    }}
  >
    {children}
    <JobTray />
  </Layout>
);
