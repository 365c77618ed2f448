import type { Photos } from '@waystory/infra/photos/port.ts';

export type ReportUse = {
  report(input: { downloadUrl: string }): Promise<null>;
};

export const reportUseActivities = (photos: Photos): ReportUse => ({
  report: async ({ downloadUrl }) => {
    await photos.reportUse?.(downloadUrl);
    return null;
  },
});
