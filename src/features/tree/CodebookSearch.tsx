import { type KeyboardEvent, useEffect, useState } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem } from '../../model/problems.ts'
import type { QuirkRow } from '../../model/queries.ts'
import { fold } from '../../model/rules/quirkSearch.ts'
import { brush, markQuirk } from '../../state/brush.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { PlusIcon } from '../../ui/icons.ts'
import { bestOf, type OutlineLine } from './outlineOf.ts'

interface CodebookSearchProps {
  text: string
  onText: (text: string) => void
  /** Of all quirks. */
  quirks: readonly QuirkRow[]
  lines: readonly OutlineLine[]
  /** A quirk can be made of what is sought. */
  writes: boolean
  onFound: (quirkId: number) => void
}

/** Finds a quirk, by Enter the one that fits best, and makes one of that title where there is none. */
export function CodebookSearch({ text, onText, quirks, lines, writes, onFound }: CodebookSearchProps) {
  const t = useT()
  const project = useProject()
  const sought = text.trim()
  const isNew = sought !== '' && writes && !quirks.some(({ title }) => fold(title) === fold(sought))
  const [hasFocus, setFocus] = useState(false)
  // While somebody seeks, what is found stands out on the canvas.
  useEffect(() => {
    if (!hasFocus || sought === '') return
    brush(
      'codebook',
      lines.filter(({ isFrame }) => !isFrame).map(({ quirk }) => quirk.id),
    )
    return () => brush('codebook', [])
  }, [hasFocus, sought, lines])
  const create = async () => {
    const made = await project.run('createQuirk', { title: sought })
    if (isProblem<unknown>(made)) return showProblem(made.problem)
    onText('')
    onFound(made.ok)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    const best = event.key === 'Enter' && sought !== '' ? bestOf(lines, sought) : lines[0]?.quirk
    if (event.key === 'Enter' && isNew && (!best || event.ctrlKey || event.metaKey)) void create()
    else if (best) {
      onFound(best.id)
      markQuirk(best.id)
    }
  }
  return (
    <div className="codebook-search">
      <SearchField
        label={t(writes ? 'quirk.searchOrCreate' : 'quirk.search')}
        value={text}
        onChange={onText}
        onKeyDown={onKey}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
      />
      {isNew && (
        <Button kind="quiet" icon={PlusIcon} onClick={() => void create()}>
          {t('quirk.createNamed', { title: sought })}
        </Button>
      )}
    </div>
  )
}
