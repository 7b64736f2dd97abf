import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useAnalysis, useProject } from '../../data/live/useLive.ts'
import { useShownQuirks } from '../../data/live/useShownQuirks.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { editorOf } from '../../state/editor.ts'
import type { ViewProps } from '../../state/viewProps.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Combobox } from '../../ui/fields/Combobox.tsx'
import { OverlapIcon } from '../../ui/icons.ts'
import { ViewHead } from '../../ui/ViewHead.tsx'
import { OverlapList } from './OverlapList.tsx'
import { OverlapPicture } from './OverlapPicture.tsx'
import { mostUsed, overlapsOf } from './overlapsOf.ts'
import { choiceOf, TogetherPanel, useChoices } from './TogetherPanel.tsx'
import { type Shown, useQuirks } from './useQuirks.ts'

/** One quirk in the middle, around it and in a list those whose highlights overlap its own. */
export function OverlapView({ quirkId, ...ways }: ViewProps) {
  const t = useT()
  const quirks = useQuirks()
  const shown = useShownQuirks(useSnapshot(editorOf(useProject().uuid)).uncheckedGroups)
  if (!quirks || shown === undefined) return <Skeleton lines={8} />
  const middle = (quirkId !== null && quirks.get(quirkId)) || mostUsed(quirks.values(), shown)
  if (!middle)
    return (
      <EmptyState icon={OverlapIcon} title={t('canvas.empty')}>
        {t('canvas.emptyText')}
      </EmptyState>
    )
  return <Around asked={middle} quirks={quirks} shown={shown} {...ways} />
}

interface AroundProps extends Omit<ViewProps, 'quirkId'> {
  /** The quirk that goes into the middle as soon as its overlaps are known. */
  asked: Shown
  quirks: ReadonlyMap<number, Shown>
  shown: ReadonlySet<number> | null
}

function Around({ asked, quirks, shown, onOverlap, onPassage }: AroundProps) {
  const t = useT()
  const { value, problem, waiting } = useAnalysis('overlaps', { quirkId: asked.id })
  const last = useRef<number>(undefined)
  useEffect(() => {
    if (value && !waiting) last.current = asked.id
  })
  const middle = quirks.get(waiting ? (last.current ?? asked.id) : asked.id) ?? asked
  const [marked, mark] = useState<number | null>(null)
  const [drawn, setDrawn] = useState(0)
  const [together, setTogether] = useState<readonly number[] | null>(null)
  /** The quirk whose row has the focus when the list comes back. */
  const [returning, setReturning] = useState<number | null>(null)
  const choices = useChoices(quirks)
  const found = useMemo(() => value && overlapsOf(middle.id, value, quirks, shown), [value, middle.id, quirks, shown])
  const mostHighlights = useMemo(
    () => Array.from(quirks.values()).reduce((most, { highlights }) => Math.max(most, highlights), 0),
    [quirks],
  )
  const onDrawn = useCallback((count: number) => setDrawn(count), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: those of the one before are not those of this one
  useEffect(() => setTogether(null), [middle.id])
  const { title } = middle
  const count = found?.others.length ?? 0
  return (
    <section className="overlap" aria-label={t('overlap.title')}>
      <ViewHead title={t('overlap.title')} said={found && t('overlap.of', { n: count, title })}>
        <Combobox
          label={t('overlap.middle')}
          labelHidden
          choices={choices}
          value={choiceOf(asked)}
          onChange={(choice) => choice && onOverlap(Number(choice.id))}
        />
      </ViewHead>
      {problem ? (
        <ErrorState>{problemText(problem)}</ErrorState>
      ) : !found ? (
        <Skeleton lines={8} />
      ) : count === 0 ? (
        <EmptyState icon={OverlapIcon} title={t('overlap.none', { title })}>
          {t('overlap.noneText', { title })}
        </EmptyState>
      ) : (
        <div className="overlap-body">
          <figure className="overlap-figure">
            <OverlapPicture
              middle={middle}
              others={found.others}
              mostHighlights={mostHighlights}
              marked={marked}
              onMark={mark}
              onChoose={onOverlap}
              onDrawn={onDrawn}
            />
            <figcaption>
              {t('overlap.legend')}
              {drawn < count && ` ${t('overlap.drawn', { n: drawn })}`}
              {found.itself > 0 && ` ${t('overlap.itself', { n: found.itself, title })}`}
            </figcaption>
          </figure>
          <div className="overlap-side">
            {together === null ? (
              <>
                <p className="overlap-counted">{t('overlap.counted')}</p>
                <OverlapList
                  label={t('overlap.list', { title })}
                  others={found.others}
                  marked={marked}
                  onMark={mark}
                  onChoose={onOverlap}
                  onPassages={(other) => {
                    mark(null)
                    setReturning(other)
                    setTogether([middle.id, other])
                  }}
                  returning={returning}
                />
              </>
            ) : (
              <TogetherPanel
                quirks={quirks}
                chosen={together}
                onChange={setTogether}
                back={t('overlap.back')}
                takesFocus
                onBack={() => setTogether(null)}
                onPassage={onPassage}
              />
            )}
          </div>
        </div>
      )}
    </section>
  )
}
