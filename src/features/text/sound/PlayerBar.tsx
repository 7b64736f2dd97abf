import { useEffect, useMemo, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useProject } from '../../../data/live/useLive.ts'
import { formatNumber } from '../../../i18n/formats.ts'
import { useT } from '../../../i18n/useT.ts'
import type { Recording } from '../../../model/schema.ts'
import { clockTime } from '../../../model/sound/clockTime.ts'
import { showProblem } from '../../../ui/feedback/showProblem.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { IconButton } from '../../../ui/fields/IconButton.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import {
  ClockIcon,
  DeleteIcon,
  HighlightIcon,
  InterviewIcon,
  PauseIcon,
  RewindIcon,
  RunIcon,
} from '../../../ui/icons.ts'
import { openPlayer, type Player, speeds } from './player.ts'
import type { SoundBarProps } from './SoundBar.tsx'
import { chosenTimes, selectLast, typeNextSpeaker, typeTime } from './soundActs.ts'
import { bindSoundKeys, soundKeys } from './soundKeys.ts'
import { usePeaks } from './usePeaks.ts'
import { useSpokenWords } from './useSpokenWords.ts'
import { Wave } from './Wave.tsx'

interface PlayerBarProps extends SoundBarProps {
  recording: Recording
  /** The project does not have its sound. */
  onMissing: () => void
}

/** ms by which one goes back at a time. */
const back = 5000

/** Plays a recording: the word that sounds is marked in the text, and a click on a word plays from there. Of words that are selected, or of a chosen highlight, it plays their own seconds. */
export function PlayerBar(props: PlayerBarProps) {
  const { view, doc, editing, canWrite, recording, onMissing, active } = props
  const t = useT()
  const project = useProject()
  const player = usePlayer(recording, onMissing)
  const { sound, isPlaying, at, length, speed } = useSnapshot(player.state)
  const aligned = useSpokenWords(view, doc, recording, player)
  const { words } = aligned.current
  const peaks = usePeaks(recording.hash, player, sound === 'here')
  const acts = {
    play: () => {
      const part = isPlaying ? null : chosenTimes(view, active, words)
      void (part ? player.playPart(part.from, part.to) : player.toggle())
    },
    back: () => void player.seek(player.state.at - back),
    stamp: editing ? () => typeTime(view, player.state.at) : undefined,
    speaker: editing ? () => typeNextSpeaker(view) : undefined,
    last: editing ? undefined : () => selectLast(view, words, player.state.at),
  }
  const latest = useRef(acts)
  latest.current = acts
  useEffect(() => bindSoundKeys(view, () => latest.current), [view])
  const remove = async () => {
    const done = await project.run('removeRecording', { recordingId: recording.id })
    if ('problem' in done) showProblem(done.problem)
  }
  const seek = (ms: number) => void player.seek(ms)
  return (
    <>
      <Wave {...{ peaks, words, at, length, codedIn: props.codedIn, state: view.state }} onSeek={seek} />
      <IconButton
        icon={isPlaying ? PauseIcon : RunIcon}
        label={t(isPlaying ? 'sound.pause' : 'sound.play')}
        shortcut={soundKeys.play}
        aria-busy={sound === 'coming' || undefined}
        onClick={acts.play}
      />
      <IconButton icon={RewindIcon} label={t('sound.back')} shortcut={soundKeys.back} onClick={acts.back} />
      <Place {...{ at, length, title: recording.title }} onSeek={seek} />
      <Select
        label={t('sound.speed')}
        labelHidden
        options={speeds.map((value) => ({ value, label: `${formatNumber(value)} ×` }))}
        value={speed}
        onChange={player.setSpeed}
      />
      {acts.stamp && (
        <IconButton icon={ClockIcon} label={t('sound.stamp')} shortcut={soundKeys.stamp} onClick={acts.stamp} />
      )}
      {acts.speaker && (
        <IconButton
          icon={InterviewIcon}
          label={t('sound.speaker')}
          shortcut={soundKeys.speaker}
          onClick={acts.speaker}
        />
      )}
      {acts.last && canWrite && (
        <IconButton icon={HighlightIcon} label={t('sound.last')} shortcut={soundKeys.last} onClick={acts.last} />
      )}
      {editing && canWrite && <IconButton icon={DeleteIcon} label={t('sound.remove')} onClick={() => void remove()} />}
    </>
  )
}

function usePlayer({ id, hash, type, milliseconds }: Recording, onMissing: () => void): Player {
  const project = useProject()
  const lacks = useRef(onMissing)
  lacks.current = onMissing
  const said = useRef('')
  said.current = useT()('sound.notPlayed')
  const player = useMemo(
    () =>
      openPlayer({
        ...{ milliseconds, type },
        key: `thicket:sound ${project.uuid} ${id}`,
        hear: () => project.hearSound(hash),
        onUnplayable: () => toast.show({ kind: 'error', message: said.current }),
        onProblem: (problem) => {
          showProblem(problem)
          if (problem.kind === 'soundNotFound') lacks.current()
        },
      }),
    [project, id, hash, type, milliseconds],
  )
  useEffect(() => () => player.close(), [player])
  return player
}

interface PlaceProps {
  /** In ms. */
  at: number
  length: number
  title: string
  onSeek: (ms: number) => void
}

/** Where the recording stands, and how one goes elsewhere. */
function Place({ at, length, title, onSeek }: PlaceProps) {
  const t = useT()
  const [now, whole] = [clockTime(at), clockTime(length)]
  return (
    <div className="text-sound-line">
      <input
        type="range"
        aria-label={t('sound.place')}
        aria-valuetext={t('sound.placeOf', { now, whole })}
        title={title}
        min={0}
        max={Math.max(length, 1)}
        step={1000}
        value={at}
        onChange={({ target }) => onSeek(Number(target.value))}
      />
      <span className="text-sound-time" aria-hidden>{`${now} / ${whole}`}</span>
    </div>
  )
}
