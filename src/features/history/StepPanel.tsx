import { useCallback } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { HistoryEntry } from '../../model/history.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { CloseIcon, HistoryIcon } from '../../ui/icons.ts'
import { stepOf } from './historyCalls.ts'
import type { Ways } from './past.ts'
import { partWords, stepWords } from './stepWords.ts'
import { useAnswer } from './useAnswer.ts'

interface StepPanelProps extends Omit<Ways, 'canWrite'> {
  entry: HistoryEntry
  who: string
  when: string
  onClose: () => void
}

/** What one step did, and the ways back to where it led. */
export function StepPanel({ entry, who, when, onClose, onRestore, onOpen }: StepPanelProps) {
  const t = useT()
  const { uuid } = useProject()
  const { seq, at, parts } = entry
  const { answer, problem } = useAnswer(useCallback(() => stepOf(uuid, seq), [uuid, seq]))
  const past = { moment: { of: 'history' as const, id: seq }, at }
  return (
    <aside className="history-panel" aria-label={t('history.step', { n: seq })}>
      <header className="history-panel-head">
        <h3>{t('history.step', { n: seq })}</h3>
        <IconButton icon={CloseIcon} label={t('ui.close')} onClick={onClose} />
      </header>
      <p className="history-note">
        {who}, {when}
      </p>
      {entry.restores && <p>{stepWords(t, entry)}</p>}
      <ul className="history-parts">
        {parts.map((part) => (
          <li key={`${part.op} ${part.table}`}>{partWords(t, part)}</li>
        ))}
      </ul>
      {problem && <p className="history-note">{problemText(problem)}</p>}
      {!answer && !problem && <Skeleton lines={2} />}
      {answer?.texts.map(({ title, added, removed }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two texts may have one title, and they never change
        <div className="history-text" key={n}>
          <h4>{title || t('export.untitledSource')}</h4>
          {removed.length > 0 && (
            <p>
              <span className="history-note">{t('history.wordsRemoved')}</span> <del>{removed.join(' … ')}</del>
            </p>
          )}
          {added.length > 0 && (
            <p>
              <span className="history-note">{t('history.wordsAdded')}</span> <ins>{added.join(' … ')}</ins>
            </p>
          )}
        </div>
      ))}
      {answer && answer.passages.length > 0 && (
        <ul className="history-passages">
          {answer.passages.map(({ op, quirk, words }, n) => (
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
