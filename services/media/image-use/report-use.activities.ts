import type { Photos } from '@waystory/infra/photos/port.ts';

export const reportUseActivities = (photos: Photos) => ({
  report: async ({ downloadUrl }: { downloadUrl: string }): Promise<null> => {
    await photos.reportUse?.(downloadUrl);
    return null;
  },
});
export type ReportUseActivities = ReturnType<typeof reportUseActivities>;
