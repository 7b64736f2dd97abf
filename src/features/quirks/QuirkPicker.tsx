import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { useRows } from '../../data/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { mostUsed } from '../../model/limits.ts'
import type { QuirkRow } from '../../model/queries.ts'
import { Modal } from '../../ui/Modal.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { searchQuirks } from './quirkSearch.ts'

export interface QuirkPickerProps {
  open: boolean
  /** What the quirk is chosen for; else "Choose a quirk". */
  title?: string | undefined
  /** Quirks that cannot be chosen are not listed. */
  without?: ReadonlySet<number> | undefined
  /** With the chosen quirk's id, or null when the dialog was left. */
  onClose: (quirkId: number | null) => void
}

/** So many are listed: who does not see theirs types more. */
const mostListed = 60

/** Type to narrow, arrows to move, Enter to choose; the most used stand first. */
export function QuirkPicker({ open, title, without, onClose }: QuirkPickerProps) {
  const t = useT()
  return (
    <Modal open={open} onClose={() => onClose(null)} title={title ?? t('quirk.choose')} size="small">
      {open && <Choices without={without} onChoose={onClose} />}
    </Modal>
  )
}

function Choices({
  without,
  onChoose,
}: {
  without: ReadonlySet<number> | undefined
  onChoose: (quirkId: number) => void
}) {
  const t = useT()
  const list = useId()
  const rows = useRows('quirks', {})
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const quirks = useMemo(() => [...(rows?.values() ?? [])].filter(({ id }) => !without?.has(id)), [rows, without])
  const found = useMemo(() => searchQuirks(quirks, text, mostListed), [quirks, text])
  const current = Math.min(at, found.length - 1)

  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if (step !== undefined) {
      const next = Math.max(0, Math.min(found.length - 1, current + step))
      setAt(next)
      document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: 'nearest' })
    }
    const chosen = found[current]
    if (event.key === 'Enter' && chosen) onChoose(chosen.id)
    if (step !== undefined || event.key === 'Enter') event.preventDefault()
  }

  const frequent = text.trim() === '' ? found.slice(0, mostUsed).filter(({ highlights }) => highlights > 0).length : 0
  return (
    <div className="quirk-picker">
      <SearchField
        label={t('quirk.search')}
        value={text}
        onChange={(next) => {
          setText(next)
          setAt(0)
        }}
        onKeyDown={onKey}
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `${list}-${current}` : undefined}
      />
      <div id={list} role="listbox" aria-label={t('quirk.choose')} className="quirk-choices">
        {frequent > 0 && <p className="quirk-choices-head">{t('quirk.mostUsed')}</p>}
        {found.map((quirk, number) => (
          <Option
            key={quirk.id}
            id={`${list}-${number}`}
            quirk={quirk}
            parent={rows?.get(quirk.parentQuirkId)}
            selected={number === current}
            apart={frequent > 0 && number === frequent}
            onChoose={() => onChoose(quirk.id)}
            onPoint={() => setAt(number)}
          />
        ))}
      </div>
      {rows && found.length === 0 && (
        <p className="quirk-choices-none" role="status">
          {t(quirks.length === 0 ? 'canvas.empty' : 'ui.noMatch')}
        </p>
      )}
    </div>
  )
}

interface OptionProps {
  id: string
  quirk: QuirkRow
  parent: QuirkRow | undefined
  selected: boolean
  /** The first after the most used. */
  apart: boolean
  onChoose: () => void
  onPoint: () => void
}

function Option({ id, quirk, parent, selected, apart, onChoose, onPoint }: OptionProps) {
  const t = useT()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the search field's, which keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      id={id}
      role="option"
      aria-selected={selected}
      className="quirk-choice"
      data-apart={apart || undefined}
      onClick={onChoose}
      onPointerMove={onPoint}
    >
      <span className="quirk-choice-dot" style={{ '--dot': quirk.color }} aria-hidden />
      <span className="quirk-choice-title">{quirk.title.trim() || t('quirk.untitled')}</span>
      {parent && <span className="quirk-choice-parent">{parent.title.trim() || t('quirk.untitled')}</span>}
      <span className="quirk-choice-count" aria-hidden>
        {quirk.highlights}
      </span>
    </div>
  )
}
