import { useT } from '../../i18n/useT.ts'
import { Button } from '../../ui/fields/Button.tsx'

export interface CriteriaNoteProps {
  /** Empty: the query has no name. */
  title: string
  /** Highlights that pass; undefined until known. */
  highlights: number | undefined
  onEdit: () => void
  onShowAll: () => void
}

/** Over canvas and list while a query is what they show: nobody should take that for everything. */
export function CriteriaNote({ title, highlights, onEdit, onShowAll }: CriteriaNoteProps) {
  const t = useT()
  if (highlights === undefined) return null
  return (
    <div className="ui-note" data-keep-clear>
      <span>{t('query.shown', { title: title || t('query.new'), n: highlights })}</span>
      <Button kind="quiet" onClick={onEdit}>
        {t('query.edit')}
      </Button>
      <Button kind="quiet" onClick={onShowAll}>
        {t('query.showAll')}
      </Button>
    </div>
  )
}
