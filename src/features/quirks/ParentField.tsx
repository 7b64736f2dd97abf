import { useDeferredValue, useId, useMemo } from 'react'
import { useT } from '../../i18n/useT.ts'
import { cssColour } from '../../model/palette.ts'
import { inTreeOrder, pathText, type QuirkItem } from '../../model/rules/quirkItems.ts'
import { none } from '../../model/schema.ts'
import { Dot } from '../../ui/Dot.tsx'
import { type Choice, Combobox } from '../../ui/fields/Combobox.tsx'
import { ErrorIcon } from '../../ui/icons.ts'
import { byTitle } from './useQuirkItems.ts'

interface ParentFieldProps {
  items: readonly QuirkItem[]
  /** The quirk itself is not offered. */
  quirkId?: number | undefined
  /** -1: none. */
  value: number
  onChange: (parent: number) => void
  error?: string | undefined
}

/** What the quirk is inside: any quirk by its path, or none. */
export function ParentField({ items, quirkId, value, onChange, error }: ParentFieldProps) {
  const t = useT()
  const errorId = useId()
  const nothing: Choice = { id: String(none), label: t('quirk.noParent') }
  const chosen = items.find(({ id }) => id === value)
  // Sorting thousands of them waits until the form is shown.
  const listed = useDeferredValue(items, noItems)
  const choices = useMemo(
    () => inTreeOrder(listed, byTitle).flatMap((item) => (item.id === quirkId ? [] : [choiceOf(item)])),
    [listed, quirkId],
  )
  return (
    <fieldset className="quirk-parent" aria-describedby={error && errorId}>
      <Combobox
        label={t('quirk.parent')}
        choices={[nothing, ...choices]}
        placeholder={t('quirk.search')}
        value={chosen ? choiceOf(chosen) : nothing}
        onChange={(choice) => choice && onChange(Number(choice.id))}
      />
      <div className="ui-field-live" aria-live="polite">
        {error && (
          <p className="ui-field-error" id={errorId}>
            <ErrorIcon aria-hidden />
            {error}
          </p>
        )}
      </div>
    </fieldset>
  )
}

const noItems: readonly QuirkItem[] = []

const choiceOf = (item: QuirkItem): Choice => {
  const path = pathText(item)
  return {
    id: String(item.id),
    label: path === '' ? item.title : `${path} › ${item.title}`,
    mark: <Dot colour={cssColour(item.color)} size={14} />,
  }
}
