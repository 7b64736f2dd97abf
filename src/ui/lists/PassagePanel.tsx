import type { ReactNode } from 'react'
import { useT } from '../../i18n/useT.ts'
import { ErrorState } from '../feedback/ErrorState.tsx'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { IconButton } from '../fields/IconButton.tsx'
import { CloseIcon } from '../icons.ts'
import { PassageList } from './PassageList.tsx'
import type { PassageShown } from './PassageRow.tsx'

export interface PassagePanelProps {
  title: string
  /** Names it for screen readers; else the title does. */
  label?: string
  onClose: () => void
  /** Which of them are shown: beside how many there are. */
  choice?: ReactNode
  /** How many there are, in words. */
  said: string
  /** Undefined until known. */
  total: number | undefined
  problem: string | null
  at: (index: number) => PassageShown | undefined
  onOpen: (index: number) => void
  /** Another list than before: it begins at its top. */
  listKey: string
  /** Where there are none. */
  nothing?: string
}

/** Beside a picture or a table: the passages behind one of its numbers, each a way to its text. Its place is its parent's. */
export function PassagePanel(props: PassagePanelProps) {
  const { title, label = title, onClose, choice, said, total, problem, at, onOpen, listKey, nothing } = props
  const t = useT()
  return (
    <section className="ui-passage-panel" aria-label={label}>
      <div className="ui-passage-panel-head">
        <h2>{title}</h2>
        <IconButton icon={CloseIcon} label={t('ui.close')} onClick={onClose} />
      </div>
      <div className="ui-passage-panel-choice">
        {choice}
        <p role="status">{said}</p>
      </div>
      <div className="ui-passage-panel-list">
        {problem !== null && <ErrorState>{problem}</ErrorState>}
        {total === undefined && problem === null && (
          <div className="ui-passage-panel-note">
            <Skeleton lines={6} />
          </div>
        )}
        {total === 0 && nothing !== undefined && <p className="ui-passage-panel-note">{nothing}</p>}
        {total !== undefined && total > 0 && (
          <PassageList key={listKey} label={label} total={total} at={at} onOpen={onOpen} />
        )}
      </div>
    </section>
  )
}
