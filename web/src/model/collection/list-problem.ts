import { problemCode } from '@waystory/client/api.ts';
import type { TFunction } from 'i18next';

/** Why something could not be put on a list, in words of `lists`; `otherwise` where there is nothing more to say. */
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
