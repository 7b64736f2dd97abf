import { Fragment } from 'react'
import { formatNumber } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { cssColour } from '../../model/palette.ts'
import { Dot } from '../../ui/Dot.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { CheckIcon, ChevronDownIcon } from '../../ui/icons.ts'
import { List } from '../../ui/lists/List.tsx'
import { Popover } from '../../ui/menus/Popover.tsx'

export interface Check {
  id: number
  label: string
  /** `#rrggbb`. */
  colour?: string
  count?: number
}

export interface ScopePopoverProps {
  label: string
  /** What is chosen, on its button. */
  said: string
  /** Ready choices, one of which holds where nothing is checked. */
  whole: readonly { id: string; label: string; heading?: string | undefined }[]
  chosenWhole: string | null
  onWhole: (id: string) => void
  /** Above what can be checked. */
  heading: string
  searchLabel: string
  search: string
  onSearch: (text: string) => void
  choices: readonly Check[]
  chosen: ReadonlySet<number>
  onChosen: (ids: number[]) => void
  note?: string | undefined
  onOpenChange?: (open: boolean) => void
}

/** A button that says what is chosen; it opens ready choices and a list, as long as it may be, of which several can be checked. */
export function ScopePopover(props: ScopePopoverProps) {
  const { label, said, whole, chosenWhole, onWhole, heading, searchLabel, search, onSearch } = props
  const { choices, chosen, onChosen, note, onOpenChange = () => {} } = props
  const t = useT()
  return (
    <div className="word-cloud-chooser">
      <span className="ui-field-label" aria-hidden>
        {label}
      </span>
      <Popover
        label={label}
        onOpenChange={onOpenChange}
        trigger={
          <Button aria-label={t('ui.labelled', { label, value: said })}>
            <span className="word-cloud-chooser-said">{said}</span>
            <ChevronDownIcon aria-hidden />
          </Button>
        }
      >
        <div className="word-cloud-checks">
          <div className="word-cloud-wholes">
            {whole.map(({ id, label: name, heading: above }) => (
              <Fragment key={id}>
                {above && <p className="word-cloud-wholes-heading">{above}</p>}
                <WholeChoice name={name} isChosen={id === chosenWhole} onChoose={() => onWhole(id)} />
              </Fragment>
            ))}
          </div>
          <p className="word-cloud-checks-heading">{heading}</p>
          <SearchField label={searchLabel} value={search} onChange={onSearch} />
          <div className="word-cloud-checks-list">
            <Choices choices={choices} chosen={chosen} onChosen={onChosen} label={heading} />
          </div>
          {note && <p className="word-cloud-checks-note">{note}</p>}
        </div>
      </Popover>
    </div>
  )
}

function WholeChoice({ name, isChosen, onChoose }: { name: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <button type="button" aria-pressed={isChosen} className="word-cloud-whole" onClick={onChoose}>
      <span className="word-cloud-whole-mark">{isChosen && <CheckIcon aria-hidden />}</span>
      <span>{name}</span>
    </button>
  )
}

type ChoicesProps = Pick<ScopePopoverProps, 'choices' | 'chosen' | 'onChosen' | 'label'>

function Choices({ choices, chosen, onChosen, label }: ChoicesProps) {
  const t = useT()
  if (choices.length === 0)
    return (
      <p className="word-cloud-checks-none" role="status">
        {t('ui.noMatch')}
      </p>
    )
  return (
    <List
      label={label}
      items={choices}
      keyOf={({ id }) => id}
      rowHeight={32}
      row={({ id, label: name, colour, count }) => (
        <div className="word-cloud-check">
          <Checkbox
            label={
              <>
                {colour && <Dot colour={cssColour(colour)} size={12} />}
                <span className="word-cloud-check-name">{name}</span>
                {count !== undefined && (
                  <span className="word-cloud-check-count" aria-hidden>
                    {formatNumber(count)}
                  </span>
                )}
              </>
            }
            checked={chosen.has(id)}
            onChange={(on) => onChosen(on ? [...chosen, id] : [...chosen].filter((one) => one !== id))}
          />
        </div>
      )}
    />
  )
}
