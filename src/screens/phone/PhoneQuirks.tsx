import { useMemo, useState } from 'react'
import { QuirkFace } from '../../features/quirks/QuirkOptions.tsx'
import { byTitle } from '../../features/quirks/useQuirkItems.ts'
import { useT } from '../../i18n/useT.ts'
import { mostUsed } from '../../model/limits.ts'
import { inTreeOrder, type QuirkItem } from '../../model/rules/quirkItems.ts'
import { searchQuirks } from '../../model/rules/quirkSearch.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { CanvasIcon, PlusIcon } from '../../ui/icons.ts'
import { List } from '../../ui/lists/List.tsx'

interface PhoneQuirksProps {
  /** Undefined until known. */
  items: readonly QuirkItem[] | undefined
  /** Words are selected in the text: a tap highlights them. */
  selecting: boolean
  onTap: (quirk: QuirkItem) => void
  /** Missing for those who may only look. */
  onNew?: (() => void) | undefined
}

/** In the list twice: among the most used, and in its place. */
type Line = { readonly key: string } & (
  | { readonly heading: string }
  | { readonly quirk: QuirkItem; readonly inTree: boolean }
)

/** The phone's list of quirks: those used most, then all as a tree; or what a search finds. */
export function PhoneQuirks({ items, selecting, onTap, onNew }: PhoneQuirksProps) {
  const t = useT()
  const [text, setText] = useState('')
  const lines = useMemo(() => {
    if (!items) return []
    const lined = (quirks: readonly QuirkItem[], at: string, inTree = false): Line[] =>
      quirks.map((quirk) => ({ key: `${at}:${quirk.id}`, quirk, inTree }))
    if (text.trim() !== '') return lined(searchQuirks(items, text, items.length), 'found')
    const most = searchQuirks(items, '', mostUsed).filter(({ highlights }) => highlights > 0)
    const all = lined(inTreeOrder(items, byTitle), 'all', true)
    if (most.length === 0) return all
    const heading = (key: string, words: string): Line => ({ key, heading: words })
    return [heading('most', t('quirk.mostUsed')), ...lined(most, 'most'), heading('all', t('phone.quirks')), ...all]
  }, [items, text, t])

  const adding = onNew && (
    <Button kind="primary" icon={PlusIcon} onClick={onNew}>
      {t('quirk.new')}
    </Button>
  )
  if (!items) return <Skeleton lines={8} height="1.6em" />
  if (items.length === 0)
    return (
      <EmptyState icon={CanvasIcon} title={t('canvas.empty')} actions={adding}>
        {t(onNew ? 'canvas.emptyText' : 'canvas.emptyReader')}
      </EmptyState>
    )
  return (
    <div className="phone-quirks">
      <div className="phone-quirks-head">
        <SearchField label={t('quirk.search')} value={text} onChange={setText} />
        {adding}
      </div>
      {selecting && (
        <p className="phone-quirks-note" role="status">
          {t('phone.tapToHighlight')}
        </p>
      )}
      {lines.length === 0 ? (
        <EmptyState title={t('ui.noMatch')} />
      ) : (
        <div className="phone-quirks-list">
          <List
            label={t('phone.quirks')}
            items={lines}
            keyOf={({ key }) => key}
            rowHeight={48}
            row={(line) =>
              'heading' in line ? (
                <h2 className="phone-quirks-heading">{line.heading}</h2>
              ) : (
                <button
                  type="button"
                  className="phone-quirk"
                  data-quirk={line.quirk.id}
                  style={{ '--level': line.inTree ? line.quirk.path.length : 0 }}
                  onClick={() => onTap(line.quirk)}
                >
                  <QuirkFace quirk={line.quirk} inTree={line.inTree} />
                </button>
              )
            }
          />
        </div>
      )}
    </div>
  )
}
