import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { TranscriptionEntry } from '../../model/contract/shapes.ts'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { DownloadIcon } from '../../ui/icons.ts'

interface TranscriptionEntriesProps {
  /** The newest first. */
  entries: readonly TranscriptionEntry[]
  /** Which is becoming a source; null: none. */
  collecting: string | null
  onCollect: (entry: TranscriptionEntry) => void
}

/** 2 §2: name and status of each; what is done can be collected. */
export function TranscriptionEntries({ entries, collecting, onCollect }: TranscriptionEntriesProps) {
  const t = useT()
  return (
    <ul className="transcription-list" aria-label={t('transcription.list')}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <div>
            <span>{entry.FileName}</span>
            <span aria-live="polite">
              {entry.problem ? problemText(entry.problem) : t(`transcription.status.${entry.Status}`)}
            </span>
          </div>
          {entry.id === collecting ? (
            <Spinner />
          ) : (
            entry.Status === 'success' && (
              <IconButton
                icon={DownloadIcon}
                label={t('transcription.collect', { name: entry.FileName })}
                disabled={collecting !== null}
                onClick={() => onCollect(entry)}
              />
            )
          )}
        </li>
      ))}
    </ul>
  )
}
