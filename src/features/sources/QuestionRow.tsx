import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { longestTitle } from '../../model/limits.ts'
import type { QuestionCount } from '../../model/queries.ts'
import type { Question } from '../../model/schema.ts'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { ChevronDownIcon, ChevronUpIcon, DeleteIcon, GripIcon } from '../../ui/icons.ts'
import type { RowDrag } from '../../ui/lists/useRowDrag.ts'
import { questionParts } from './questionParts.ts'

interface QuestionRowProps {
  question: Question
  /** Its place, and that of the last one, from 0. */
  at: number
  last: number
  count: QuestionCount | undefined
  canWrite: boolean
  drag: RowDrag
  onRename: (words: string) => void
  onMove: (to: number) => void
  onRemove: () => void
}

/** One question: its words are kept on leaving the field or by Enter, Escape gives the old ones back. */
export function QuestionRow(props: QuestionRowProps) {
  const { question, at, last, count, canWrite, drag, onRename, onMove, onRemove } = props
  const t = useT()
  const row = useRef<HTMLLIElement>(null)
  const [words, setWords] = useState(question.question)
  useEffect(() => setWords(question.question), [question.question])
  useFocusKept(row, at)
  const n = at + 1
  const keep = () => {
    const wanted = words.trim()
    if (wanted === question.question) return setWords(wanted)
    onRename(wanted)
  }
  const move = (to: number) => {
    if (canWrite && to >= 0 && to <= last) onMove(to)
  }
  const onKey = (event: KeyboardEvent) => {
    const { key } = event
    if (event.altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
      event.preventDefault()
      keep()
      move(key === 'ArrowUp' ? at - 1 : at + 1)
    } else if (key === 'Enter') {
      event.preventDefault()
      keep()
    } else if (key === 'Escape' && words !== question.question) {
      event.preventDefault()
      event.stopPropagation()
      setWords(question.question)
    }
  }
  const parts = questionParts(t, count)
  return (
    <li ref={row} className="question-row" data-drop={drag.mark(at)} {...drag.row(at)}>
      {canWrite && last > 0 && (
        <span className="question-grip" aria-hidden {...drag.handle(at)}>
          <GripIcon />
        </span>
      )}
      <div className="question-field">
        <TextField
          label={t('question.unnamed', { n })}
          labelHidden
          placeholder={t('question.unnamed', { n })}
          value={words}
          maxLength={longestTitle}
          readOnly={!canWrite}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onChange={setWords}
          onBlur={keep}
          onKeyDown={onKey}
        />
        {parts.length > 0 && <p className="question-parts">{parts.join(' · ')}</p>}
      </div>
      {canWrite && (
        <div className="question-acts">
          <IconButton
            icon={ChevronUpIcon}
            label={t('question.up', { n })}
            shortcut="Alt+↑"
            unavailable={at === 0}
            onClick={() => move(at - 1)}
          />
          <IconButton
            icon={ChevronDownIcon}
            label={t('question.down', { n })}
            shortcut="Alt+↓"
            unavailable={at === last}
            onClick={() => move(at + 1)}
          />
          <IconButton
            icon={DeleteIcon}
            label={t('question.remove', { n })}
            unavailable={last === 0}
            data-tooltip={last === 0 ? t('problem.lastQuestion') : t('question.remove', { n })}
            onClick={onRemove}
          />
        </div>
      )}
    </li>
  )
}

/** A row that is put elsewhere loses the focus with some browsers: what had it in the row gets it back. */
function useFocusKept(row: RefObject<HTMLLIElement | null>, at: number): void {
  const held = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const element = row.current
    const note = (event: FocusEvent) => {
      held.current = event.target as HTMLElement
    }
    const drop = (event: FocusEvent) => {
      if (event.relatedTarget) held.current = null
    }
    element?.addEventListener('focusin', note)
    element?.addEventListener('focusout', drop)
    return () => {
      element?.removeEventListener('focusin', note)
      element?.removeEventListener('focusout', drop)
    }
  }, [row])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the row has its new place
  useEffect(() => {
    if (held.current?.isConnected && document.activeElement === document.body) held.current.focus()
  }, [at])
}
