import { type ReactNode, useMemo, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { ChevronDownIcon } from '../../ui/icons.ts'
import { List } from '../../ui/lists/List.tsx'
import { Popover } from '../../ui/menus/Popover.tsx'

export interface Check<K extends string | number> {
  key: K
  title: string
  note?: string
}

export interface ChecksPopoverProps<K extends string | number> {
  label: string
  /** On the button: what is chosen. */
  shown: string
  checks: readonly Check<K>[]
  chosen: readonly K[]
  /** No others can be chosen, because there are enough. */
  isFull?: boolean
  onChange: (chosen: K[]) => void
  /** Where given, it is searched elsewhere, and `checks` is what was found. */
  search?: { text: string; onText: (text: string) => void; note?: string | undefined }
  /** Above the list. */
  children?: ReactNode
}

/** Some of many, behind a button that says which. */
export function ChecksPopover<K extends string | number>(props: ChecksPopoverProps<K>) {
  const { label, shown, checks, chosen, isFull = false, onChange, search, children } = props
  const t = useT()
  const [open, setOpen] = useState(false)
  const isChosen = useMemo(() => new Set(chosen), [chosen])
  return (
    <div className="ui-field agreement-choice">
      <span className="ui-field-label" aria-hidden>
        {label}
      </span>
      <Popover
        label={label}
        open={open}
        onOpenChange={setOpen}
        trigger={
          <button type="button" className="ui-input ui-select" aria-label={t('ui.labelled', { label, value: shown })}>
            <span className="agreement-choice-shown">{shown}</span>
            <ChevronDownIcon aria-hidden />
          </button>
        }
      >
        <div className="agreement-checks">
          {children}
          {search && <SearchField label={t('agreement.searchSources')} value={search.text} onChange={search.onText} />}
          {search && chosen.length > 0 && (
            <Button kind="quiet" onClick={() => onChange([])}>
              {t('agreement.allAgain')}
            </Button>
          )}
          <div
            className="agreement-check-list"
            style={{ '--checks-height': `${checks.length * (checks[0]?.note ? 52 : 34)}px` }}
          >
            <List
              label={label}
              items={checks}
              keyOf={({ key }) => key}
              rowHeight={34}
              row={({ key, title, note }) => (
                <Checkbox
                  label={
                    <span className="agreement-check">
                      <span>{title}</span>
                      {note && <small>{note}</small>}
                    </span>
                  }
                  checked={isChosen.has(key)}
                  disabled={isFull && !isChosen.has(key)}
                  onChange={(on) => onChange(on ? [...chosen, key] : chosen.filter((other) => other !== key))}
                />
              )}
            />
          </div>
          {checks.length === 0 && <p className="agreement-note">{t('ui.noMatch')}</p>}
          {search?.note && <p className="agreement-note">{search.note}</p>}
        </div>
      </Popover>
    </div>
  )
}
