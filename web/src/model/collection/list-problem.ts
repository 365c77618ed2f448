import { problemCode } from '@waystory/client/api.ts';
import type { TFunction } from 'i18next';

/** Message for a failed addition to a list, from `lists`; `otherwise` is the default. */
export function listProblem(error: unknown, t: TFunction<'lists'>, otherwise: string): string {
  switch (problemCode(error)) {
    case 'collection/full':
      return t('full');
    case 'collection/too-many':
      return t('tooMany');
    default:
      return otherwise;
  }
}
