import { Dialog } from '@base-ui/react/dialog'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useQuestions } from '../../data/live/useQuestions.ts'
import { useT } from '../../i18n/useT.ts'
import { searchDebounce } from '../../model/limits.ts'
import { useModalClose } from '../../ui/dialogs/useModalClose.ts'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { FoundSources, optionId } from './FoundSources.tsx'
import { type FoundPlace, useFound } from './useFound.ts'

export interface TextSearchProps {
  open: boolean
  onClose: () => void
  /** The place that was chosen. */
  onChoose: (found: FoundPlace) => void
}

/** The text search of 1 §2: the sources whose answers contain what is typed, each a way to its first place and, from there, to the others. */
export function TextSearch({ open, onClose, onChoose }: TextSearchProps) {
  const t = useT()
  const onOpenChange = useModalClose(open, onClose)
  const field = useRef<HTMLDivElement>(null)
  const input = () => field.current?.querySelector('input')
  /** What is typed anywhere goes into the field. */
  const typed = (event: KeyboardEvent) => {
    const types = [...event.key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    const at = input()
    if (!types || !at || event.target === at) return
    // A button that has the focus would take the space bar.
    if (event.key === ' ' && event.target instanceof HTMLButtonElement) return
    at.focus()
  }
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="ui-veil" />
        <Dialog.Popup className="ui-modal text-search" initialFocus={() => input() ?? true} onKeyDown={typed}>
          <Dialog.Title className="text-search-title">{t('textSearch.title')}</Dialog.Title>
          <div ref={field} className="text-search-body">
            <Search
              onChoose={(found) => {
                onClose()
                onChoose(found)
              }}
            />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Search({ onChoose }: Pick<TextSearchProps, 'onChoose'>) {
  const t = useT()
  const id = useId()
  const [text, setText] = useState('')
  const [sought, seek] = useState('')
  const [active, setActive] = useState(0)
  const questions = (useQuestions()?.length ?? 1) > 1
  useEffect(() => {
    const timer = setTimeout(() => {
      seek(text)
      setActive(0)
    }, searchDebounce)
    return () => clearTimeout(timer)
  }, [text])
  const { found, waiting, problem } = useFound(sought)
  const isAsked = text !== ''
  const total = isAsked ? (found?.total ?? 0) : 0
  const choose = (index: number) => {
    const row = found?.at(index)
    if (row) onChoose(row)
  }
  const isKnown = isAsked && text === sought && !waiting
  /** Enter was pressed before the answer was there. */
  const isWaitedFor = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (!isKnown || !isWaitedFor.current) return
    isWaitedFor.current = false
    choose(0)
  }, [isKnown])
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (event.nativeEvent.isComposing) return
    const to: number | undefined = {
      ArrowDown: active + 1 < total ? active + 1 : 0,
      ArrowUp: active > 0 ? active - 1 : total - 1,
      PageDown: Math.min(total - 1, active + 6),
      PageUp: Math.max(0, active - 6),
    }[key]
    if (key === 'Enter' && isKnown) choose(active)
    else if (key === 'Enter') {
      isWaitedFor.current = isAsked
      seek(text)
      setActive(0)
    } else if (to !== undefined && total > 0) setActive(to)
    else return
    event.preventDefault()
  }
  return (
    <>
      <SearchField
        label={t('search.text')}
        letsEscape
        value={text}
        onChange={(next) => {
          isWaitedFor.current = false
          setText(next)
        }}
        role="combobox"
        aria-expanded={total > 0}
        aria-controls={total > 0 ? id : undefined}
        aria-activedescendant={total > 0 ? optionId(id, active) : undefined}
        onKeyDown={onKeyDown}
      />
      <FoundSources
        id={id}
        found={isAsked && sought !== '' ? found : null}
        waiting={isAsked && !isKnown && problem === null}
        problem={isAsked ? problem : null}
        questions={questions}
        active={active}
        onActive={setActive}
        onChoose={choose}
      />
    </>
  )
}
