import { Fragment } from 'react'
import { formatNumber } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { cssColour } from '../../model/palette.ts'
import { pathText, type QuirkItem } from '../../model/rules/quirkItems.ts'
import { Dot } from '../../ui/Dot.tsx'
import { CheckIcon, PlusIcon } from '../../ui/icons.ts'
import { Keys } from '../../ui/Keys.tsx'
import type { Choice, QuirkSearch } from './useQuirkSearch.ts'

interface QuirkOptionsProps {
  search: QuirkSearch
  label: string
  /** The quirk chosen so far, null while there is none; missing where to choose is to be done. */
  chosen?: number | null | undefined
}

/** What the search finds, as the list box of its field: colour, title, the path above it, number of highlights, key. */
export function QuirkOptions({
  search: { choices, current, point, choose, listId },
  label,
  chosen,
}: QuirkOptionsProps) {
  const t = useT()
  const headings = { recent: t('quirk.recent'), mostUsed: t('quirk.mostUsed'), others: t('quirk.others') }
  /** Undefined where nothing stays chosen: then the one that Enter would take counts as selected. */
  const isChosen = (choice: Choice) =>
    chosen === undefined ? undefined : 'quirk' in choice && choice.quirk.id === chosen
  return (
    <div id={listId} role="listbox" aria-label={label} className="quirk-choices">
      {choices.map((choice, number) => (
        <Fragment key={'quirk' in choice ? choice.quirk.id : 'create'}>
          {choice.section && (
            <p className="quirk-choices-head" role="presentation">
              {headings[choice.section]}
            </p>
          )}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus */}
          <div
            id={`${listId}-${number}`}
            role="option"
            tabIndex={-1}
            aria-selected={isChosen(choice) ?? number === current}
            data-active={number === current || undefined}
            data-chosen={isChosen(choice) || undefined}
            className="quirk-choice"
            data-create={'create' in choice || undefined}
            onClick={(event) => {
              point(number)
              choose(choice, event.ctrlKey || event.metaKey)
            }}
            onPointerDown={(event) => event.preventDefault()}
          >
            <Face choice={choice} chosen={isChosen(choice)} />
          </div>
        </Fragment>
      ))}
    </div>
  )
}

function Face({ choice, chosen }: { choice: Choice; chosen: boolean | undefined }) {
  const t = useT()
  if ('quirk' in choice) return <QuirkFace quirk={choice.quirk} chosen={chosen} />
  return (
    <>
      <PlusIcon className="quirk-choice-plus" aria-hidden />
      <span className="quirk-choice-title">{t('quirk.createNamed', { title: choice.create })}</span>
    </>
  )
}

interface QuirkFaceProps {
  quirk: QuirkItem
  chosen?: boolean | undefined
  /** Where it stands shows what it is inside: the path is only read out. */
  inTree?: boolean
}

/** A quirk on one line, read out whole. */
export function QuirkFace({ quirk, chosen = false, inTree = false }: QuirkFaceProps) {
  const t = useT()
  const path = pathText(quirk)
  return (
    <>
      <Dot colour={cssColour(quirk.color)} size={14} />
      <span className="quirk-choice-title">{quirk.title}</span>
      {path !== '' && (
        <span className={inTree ? 'visually-hidden' : 'quirk-choice-path'} data-tooltip={inTree ? undefined : path}>
          <span className="visually-hidden">{', '}</span>
          {path}
        </span>
      )}
      {chosen && <CheckIcon className="quirk-choice-chosen" aria-hidden />}
      {quirk.key !== '' && <Keys of={quirk.key} />}
      <span className="quirk-choice-count" aria-hidden>
        {formatNumber(quirk.highlights)}
      </span>
      <span className="visually-hidden">{`, ${t('canvas.highlights', { n: quirk.highlights })}`}</span>
    </>
  )
}
