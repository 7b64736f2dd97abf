import type { RefObject } from 'react'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { Problem, ProblemKind } from '../../model/problems.ts'
import { Switch } from '../../ui/fields/Switch.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { TagField } from './TagField.tsx'

export interface PropertyDraft {
  key: string
  values: readonly string[]
  /** The value that is being typed. */
  typed: string
  multiple: boolean
  sorted: boolean
}

export const emptyProperty: PropertyDraft = { key: '', values: [], typed: '', multiple: false, sorted: false }

const ofName: readonly ProblemKind[] = ['keyNameRequired', 'keyExists', 'keyEmpty']
const ofValues: readonly ProblemKind[] = ['keyRequiresValue', 'valueEmpty', 'valueExists']
/** Has a field here that can be blamed for it. */
export const hasField = ({ kind }: Problem): boolean => ofName.includes(kind) || ofValues.includes(kind)

export interface PropertyFieldsProps {
  draft: PropertyDraft
  onChange: (draft: PropertyDraft) => void
  problem: Problem | null
  /** A value was typed that is there already. */
  onTwice: (value: string) => void
  name?: RefObject<HTMLInputElement | null>
  values?: RefObject<HTMLInputElement | null>
}

/** The inside of the dialog of a new property. */
export function PropertyFields({ draft, onChange, problem, onTwice, name, values }: PropertyFieldsProps) {
  const t = useT()
  const said = (kinds: readonly ProblemKind[]) =>
    problem && kinds.includes(problem.kind) ? problemText(problem) : undefined
  const isWarning = problem?.kind === 'valueExists'
  return (
    <div className="property-fields">
      <TextField
        {...(name && { ref: name })}
        label={t('property.name')}
        placeholder={t('property.nameExample')}
        value={draft.key}
        error={said(ofName)}
        onChange={(key) => onChange({ ...draft, key })}
      />
      <TagField
        {...(values && { field: values })}
        label={t('property.values')}
        note={t('property.valuesHow')}
        tags={draft.values}
        onTags={(tags) => onChange({ ...draft, values: tags, typed: '' })}
        typed={draft.typed}
        onTyped={(typed) => onChange({ ...draft, typed })}
        error={isWarning ? undefined : said(ofValues)}
        warning={isWarning ? said(ofValues) : undefined}
        onTwice={onTwice}
      />
      <Switch
        label={t('property.multiple')}
        note={t('property.multipleNote')}
        checked={draft.multiple}
        onChange={(multiple) => onChange({ ...draft, multiple })}
      />
      <Switch
        label={t('property.sorted')}
        note={t('property.sortedNote')}
        checked={draft.sorted}
        onChange={(sorted) => onChange({ ...draft, sorted })}
      />
    </div>
  )
}
