import { type RefObject, useMemo } from 'react'
import { useT } from '../../../i18n/useT.ts'
import type { TextMenu } from '../useTextMenu.tsx'
import type { ColumnConfig } from './highlightColumn.ts'
import type { HighlightActs } from './useActiveHighlight.ts'

/** What the column of brackets says and does; `percent`: of the text's width. It is another only where it is drawn otherwise. */
export function useColumn(percent: number, latest: RefObject<{ acts: HighlightActs; menu: TextMenu }>): ColumnConfig {
  const t = useT()
  return useMemo(
    () => ({
      share: percent / 100,
      label: t('text.highlightColumn'),
      nameOf: (highlight) => latest.current.acts.nameOf(highlight),
      nameWith: (highlight, value) => t('ui.labelled', { label: latest.current.acts.nameOf(highlight), value }),
      tell: (highlight) => latest.current.acts.tell(highlight),
      moreName: (n) => t('text.moreLanes', { n }),
      onOpen: (highlights, box) => latest.current.menu.openBeside(highlights, box),
      onRemove: (highlight) => latest.current.acts.onRemove(highlight),
    }),
    [percent, latest, t],
  )
}
