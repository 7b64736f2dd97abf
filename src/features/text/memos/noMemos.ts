import type { Translate } from '../../../i18n/i18n.ts'
import type { PlacedMemo } from './memoState.ts'

/** What stands where no memo is shown. `all`: those of the text, which the filter may leave out. */
export const noMemos = (t: Translate, all: readonly PlacedMemo[], canWrite: boolean): string =>
  all.length > 0 ? t('memo.filtered', { n: all.length }) : t(canWrite ? 'memo.noneYet' : 'memo.none')
