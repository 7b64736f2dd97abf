import type { Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { useEffect, useRef, useState } from 'react'
import { useProject, useRows } from '../../../data/live/useLive.ts'
import { useT } from '../../../i18n/useT.ts'
import { isProblem } from '../../../model/problems.ts'
import type { Recording } from '../../../model/schema.ts'
import { showProblem } from '../../../ui/feedback/showProblem.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import { AudioIcon } from '../../../ui/icons.ts'
import type { everyHighlightIn, PlacedHighlight } from '../highlights/highlightState.ts'
import { keepRecording } from './keepRecording.ts'
import { PlayerBar } from './PlayerBar.tsx'

export interface SoundBarProps {
  view: EditorView
  place: { sourceId: number; questionId: number }
  /** The text that is shown. */
  doc: Text
  editing: boolean
  canWrite: boolean
  /** What was coded between two positions. */
  codedIn: typeof everyHighlightIn
  /** The highlight that was chosen. */
  active: PlacedHighlight | null
}

/** Under a text: the recording that it was, or is being, written down from. Without one there is nothing, but for a button where somebody begins to type. */
export function SoundBar(props: SoundBarProps) {
  const { view, place, editing, canWrite } = props
  const t = useT()
  const rows = useRows('recordings', place)
  const [chosen, setChosen] = useState<number | null>(null)
  /** The hash of a sound that the project was found not to have. */
  const [missing, setMissing] = useState('')
  const recordings = [...(rows?.values() ?? [])].toSorted((a, b) => a.id - b.id)
  const recording = recordings.find(({ id }) => id === chosen) ?? recordings[0]
  const begins = useBegins(view, editing)
  if (!recording && !(begins && canWrite)) return null
  return (
    <section className="text-sound" aria-label={t('sound.recording')}>
      {recordings.length > 1 && recording && (
        <Select
          label={t('sound.which')}
          labelHidden
          options={recordings.map(({ id, title }) => ({ value: id, label: title || t('sound.recording') }))}
          value={recording.id}
          onChange={setChosen}
        />
      )}
      {recording?.hash && recording.hash !== missing ? (
        <PlayerBar key={recording.id} {...props} recording={recording} onMissing={() => setMissing(recording.hash)} />
      ) : (
        canWrite && <AddSound place={place} recording={recording} />
      )}
    </section>
  )
}

/** Whether the text was empty when somebody went to edit it. */
function useBegins(view: EditorView, editing: boolean): boolean {
  const [begins, setBegins] = useState(false)
  useEffect(() => setBegins(editing && view.state.doc.length === 0), [view, editing])
  return begins
}

/** `recording`: one without its sound. */
function AddSound({ place, recording }: Pick<SoundBarProps, 'place'> & { recording: Recording | undefined }) {
  const t = useT()
  const project = useProject()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const add = async (file: File) => {
    setBusy(true)
    const kept = await keepRecording(project, place, file, recording?.id)
    setBusy(false)
    if (kept === 'unplayable') toast.show({ kind: 'error', message: t('sound.notPlayed') })
    else if (isProblem(kept)) showProblem(kept.problem)
  }
  const label = t(recording ? 'sound.addSound' : 'sound.add')
  return (
    <>
      <Button kind="quiet" icon={AudioIcon} busy={isBusy} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="audio/*,video/*"
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // So that the same file can be chosen again.
          target.value = ''
          if (file) void add(file)
        }}
      />
    </>
  )
}
