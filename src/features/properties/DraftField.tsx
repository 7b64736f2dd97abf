import { type RefObject, useRef, useState } from 'react'
import { problemText } from '../../i18n/problemText.ts'
import type { Problem } from '../../model/problems.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useDraft } from './useDraft.ts'
import { Warning } from './Warning.tsx'

export interface DraftFieldProps {
  label: string
  labelHidden?: boolean
  stored: string
  /** Stores what was typed: on Enter and when the field is left. */
  onStore: (text: string) => Promise<Problem | null>
  /** An empty text goes back to the stored one. */
  refills?: boolean
  /** These are said as warnings, others as errors (1 §5). */
  warnings: readonly Problem['kind'][]
  field?: RefObject<HTMLInputElement | null>
}

/** A stored text that is changed in place. Escape takes back what was typed; what cannot be stored stays, with the reason. */
export function DraftField({ label, labelHidden, stored, onStore, refills, warnings, field }: DraftFieldProps) {
  const draft = useDraft(stored)
  const [problem, setProblem] = useState<Problem | null>(null)
  const storing = useRef(false)
  const store = async () => {
    if (!draft.changed || storing.current) return
    if (draft.text.trim() === stored) return draft.revert()
    storing.current = true
    const found = await onStore(draft.text)
    storing.current = false
    setProblem(found)
    if (!found || (refills && draft.text.trim() === '')) draft.revert()
  }
  const isWarning = problem !== null && warnings.includes(problem.kind)
  return (
    <TextField
      {...(field && { ref: field })}
      label={label}
      {...(labelHidden && { labelHidden })}
      value={draft.text}
      error={problem && !isWarning ? problemText(problem) : undefined}
      note={problem && isWarning && <Warning>{problemText(problem)}</Warning>}
      onChange={(text) => {
        setProblem(null)
        draft.type(text)
      }}
      onBlur={() => void store()}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') {
          event.preventDefault()
          void store()
        }
        if (event.key !== 'Escape' || !draft.changed) return
        event.preventDefault()
        event.stopPropagation()
        setProblem(null)
        draft.revert()
      }}
    />
  )
}
