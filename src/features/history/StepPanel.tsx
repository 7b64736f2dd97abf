import { Fragment, useCallback, useRef } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import { formatDateRange } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { StepDetail, TextDone } from '../../model/history.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { ChevronDownIcon, ChevronRightIcon, CloseIcon, HistoryIcon } from '../../ui/icons.ts'
import { detailsOf } from './historyCalls.ts'
import { oldestOf, type Run, textsOf } from './historyRows.ts'
import type { Ways } from './past.ts'
import { partWords, stepWords } from './stepWords.ts'
import { useAnswer } from './useAnswer.ts'

/** Of how many steps of a run the words are asked for. */
const mostWords = 30

interface StepPanelProps extends Omit<Ways, 'canWrite'> {
  run: Run
  who: string
  /** Where there are several: whether each is shown in the list. */
  unfolded: boolean
  onUnfold: (unfolded: boolean) => void
  onClose: () => void
}

/** What a step did, or a run of steps together, and the ways back to where the last of them led. */
export function StepPanel({ run, who, unfolded, onUnfold, onClose, onRestore, onOpen }: StepPanelProps) {
  const t = useT()
  const project = useProject()
  const [entry] = run
  const { seq, at, parts } = entry
  const { seq: from, at: since } = oldestOf(run)
  const isRun = run.length > 1
  const title = isRun ? t('history.stepsFrom', { from, to: seq }) : t('history.step', { n: seq })
  const known = useRef(new Map<number, StepDetail>())
  const first = run.slice(-mostWords).map((step) => step.seq)
  const asked = first.toReversed().join()
  const { answer, problem } = useAnswer(
    useCallback(() => detailsOf(project, asked.split(',').map(Number), known.current), [project, asked]),
  )
  const passages = answer?.flatMap((detail) => detail.passages) ?? []
  const past = { moment: { of: 'history' as const, id: seq }, at }
  return (
    <aside className="history-panel" aria-label={title}>
      <header className="history-panel-head">
        <h3>{title}</h3>
        <IconButton icon={CloseIcon} label={t('ui.close')} onClick={onClose} />
      </header>
      <p className="history-note">
        {who}, {formatDateRange(since, at)}
      </p>
      {(entry.restores || entry.act) && <p>{stepWords(t, entry)}</p>}
      <ul className="history-parts">
        {parts.map((part) => (
          <li key={`${part.op} ${part.table}`}>{partWords(t, part)}</li>
        ))}
      </ul>
      {isRun && (
        <Button
          icon={unfolded ? ChevronDownIcon : ChevronRightIcon}
          aria-expanded={unfolded}
          onClick={() => onUnfold(!unfolded)}
        >
          {t('history.eachStep')}
        </Button>
      )}
      {problem && <p className="history-note">{problemText(problem)}</p>}
      {!answer && !problem && <Skeleton lines={2} />}
      {answer && run.length > mostWords && <p className="history-note">{t('history.firstWords', { n: mostWords })}</p>}
      {textsOf(answer ?? []).map((text, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two texts may have one title, and they never change
        <TextWords key={n} text={text} between={isRun ? ' ' : ' … '} />
      ))}
      {passages.length > 0 && (
        <ul className="history-passages">
          {passages.map(({ op, quirk, words }, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same words may come twice, and they never change
            <li key={n}>
              {quirk && <span className="history-note">{quirk}</span>} {op === 'remove' ? <del>{words}</del> : words}
            </li>
          ))}
        </ul>
      )}
      <div className="history-acts">
        {onRestore && (
          <Button kind="primary" icon={HistoryIcon} onClick={() => onRestore(past)}>
            {t('history.goBack')}
          </Button>
        )}
        <Button onClick={() => onOpen(past)}>{t('history.openAs')}</Button>
      </div>
    </aside>
  )
}

/** `between`: what parts one stretch from the next. */
function TextWords({ text: { title, added, removed }, between }: { text: TextDone; between: string }) {
  const t = useT()
  return (
    <div className="history-text">
      <h4>{title || t('export.untitledSource')}</h4>
      {removed.length > 0 && (
        <p>
          <span className="history-note">{t('history.wordsRemoved')}</span>{' '}
          <Stretches of={removed} as="del" between={between} />
        </p>
      )}
      {added.length > 0 && (
        <p>
          <span className="history-note">{t('history.wordsAdded')}</span>{' '}
          <Stretches of={added} as="ins" between={between} />
        </p>
      )}
    </div>
  )
}

function Stretches({ of, as: As, between }: { of: readonly string[]; as: 'ins' | 'del'; between: string }) {
  return of.map((words, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same words may come twice, and they only grow
    <Fragment key={n}>
      {n > 0 && between}
      <As>{words}</As>
    </Fragment>
  ))
}
