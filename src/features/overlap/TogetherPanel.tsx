import { useEffect, useMemo, useRef } from 'react'
import { useWindows, type Windows } from '../../data/live/useWindows.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { cssColour } from '../../model/palette.ts'
import type { Passage } from '../../state/passage.ts'
import { Dot } from '../../ui/Dot.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Combobox } from '../../ui/fields/Combobox.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { BackIcon, CloseIcon } from '../../ui/icons.ts'
import { PassageList } from '../../ui/lists/PassageList.tsx'
import type { Shown } from './useQuirks.ts'

export interface TogetherPanelProps {
  quirks: ReadonlyMap<number, Shown>
  /** Whose words are asked for. */
  chosen: readonly number[]
  onChange: (chosen: readonly number[]) => void
  /** What the way back leads to. */
  back: string
  onBack: () => void
  /** It stands in the place of what had the focus. */
  takesFocus?: boolean
  onPassage: (passage: Passage) => void
}

/** The words that two, three and more quirks have in common, each a way to its text; quirks come and go as chips. */
export function TogetherPanel(props: TogetherPanelProps) {
  const known = props.chosen.filter((id) => props.quirks.has(id))
  const found = useWindows('overlapsTogether', known.length > 1 ? { quirkIds: known } : null)
  return <TogetherWords {...props} chosen={known} found={found} />
}

interface TogetherWordsProps extends TogetherPanelProps {
  found: Windows<'overlapsTogether'>
}

/** The same, of what has been found. */
export function TogetherWords(props: TogetherWordsProps) {
  const { quirks, chosen: known, onChange, back, onBack, takesFocus, onPassage, found } = props
  const t = useT()
  const wayBack = useRef<HTMLButtonElement>(null)
  const chips = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (takesFocus) wayBack.current?.focus()
  }, [takesFocus])
  return (
    <div role="group" className="together" aria-label={t('overlap.together')}>
      <div className="together-head">
        <IconButton ref={wayBack} icon={takesFocus ? BackIcon : CloseIcon} label={back} onClick={onBack} />
        <h2>{t('overlap.together')}</h2>
      </div>
      <ul ref={chips} className="together-chips" aria-label={t('overlap.chosen')}>
        {known.map((id) => (
          <Chip
            key={id}
            quirk={quirks.get(id) as Shown}
            onRemove={() => {
              onChange(known.filter((other) => other !== id))
              requestAnimationFrame(() => (chips.current?.querySelector('button') ?? wayBack.current)?.focus())
            }}
          />
        ))}
      </ul>
      <AddQuirk quirks={quirks} chosen={known} onAdd={(id) => onChange([...known, id])} />
      <p className="together-count" role="status">
        {known.length < 2
          ? t('overlap.chooseTwo')
          : found.total !== undefined && t('overlap.passagesOfAll', { n: found.total })}
      </p>
      <div className="together-list">
        {found.problem && <ErrorState>{problemText(found.problem)}</ErrorState>}
        {known.length > 1 && found.total === undefined && !found.problem && <Skeleton lines={6} />}
        {found.total !== undefined && found.total > 0 && (
          <PassageList
            key={known.join()}
            label={t('overlap.passages')}
            total={found.total}
            at={found.at}
            onOpen={(index) => {
              const row = found.at(index)
              if (row) onPassage(row)
            }}
          />
        )}
      </div>
    </div>
  )
}

function Chip({ quirk, onRemove }: { quirk: Shown; onRemove: () => void }) {
  const t = useT()
  return (
    <li className="together-chip">
      <Dot colour={cssColour(quirk.color)} size={12} />
      <span className="together-chip-title">{quirk.title}</span>
      <IconButton
        icon={CloseIcon}
        size="small"
        label={t('overlap.without', { title: quirk.title })}
        onClick={onRemove}
      />
    </li>
  )
}

interface AddQuirkProps {
  quirks: ReadonlyMap<number, Shown>
  chosen: readonly number[]
  onAdd: (quirkId: number) => void
}

function AddQuirk({ quirks, chosen, onAdd }: AddQuirkProps) {
  const t = useT()
  const choices = useChoices(quirks, chosen)
  return (
    <div className="together-add">
      <Combobox
        label={t('overlap.add')}
        labelHidden
        placeholder={t('overlap.add')}
        choices={choices}
        value={null}
        onChange={(choice) => choice && onAdd(Number(choice.id))}
      />
    </div>
  )
}

/** Quirks as choices, those with the most highlights first. */
export const useChoices = (quirks: ReadonlyMap<number, Shown>, without: readonly number[] = []) =>
  useMemo(() => {
    const left = new Set(without)
    return [...quirks.values()]
      .filter(({ id }) => !left.has(id))
      .sort((a, b) => b.highlights - a.highlights || a.id - b.id)
      .map(choiceOf)
  }, [quirks, without])

export const choiceOf = ({ id, title, color }: Shown) => ({
  id: String(id),
  label: title,
  mark: <Dot colour={cssColour(color)} size={12} />,
})
