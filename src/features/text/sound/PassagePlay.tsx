import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { ProjectHandle } from '../../../data/copies/handle.ts'
import { useProject, useRows } from '../../../data/live/useLive.ts'
import { useT } from '../../../i18n/useT.ts'
import type { Recording } from '../../../model/schema.ts'
import { timesOf } from '../../../model/sound/alignWords.ts'
import { unpackWords } from '../../../model/sound/packedWords.ts'
import { showProblem } from '../../../ui/feedback/showProblem.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { IconButton } from '../../../ui/fields/IconButton.tsx'
import { PauseIcon, RunIcon } from '../../../ui/icons.ts'
import type { PassageAt } from '../../../ui/lists/passageSound.ts'
import { heardLately } from './heardLately.ts'
import { openPlayer, type Player } from './player.ts'

/** In a list of passages: plays the seconds in which one was said. Nothing where the project has no sound of its text. */
export function PassagePlay(at: PassageAt) {
  const recordings = useRows('recordings', {})
  const recording = [...(recordings?.values() ?? [])].find(
    ({ sourceId, questionId, hash }) => hash !== '' && sourceId === at.sourceId && questionId === at.questionId,
  )
  return recording ? <PlayOf key={recording.hash} at={at} recording={recording} /> : null
}

interface PlayOfProps {
  at: PassageAt
  recording: Recording
}

function PlayOf({ at, recording }: PlayOfProps) {
  const t = useT()
  const project = useProject()
  /** There is none before somebody wants to hear the passage. */
  const [player, setPlayer] = useState<Player | null>(null)
  useEffect(() => () => player?.close(), [player])
  const begin = async () => {
    const times = timesOf(await wordsOf(project, recording), at)
    if (!times) return toast.show({ message: t('sound.noTimes') })
    const opened = openPlayer({
      ...{ milliseconds: recording.milliseconds, type: recording.type, key: null },
      hear: () => heardLately(project, recording.hash),
      onUnplayable: () => toast.show({ kind: 'error', message: t('sound.notPlayed') }),
      onProblem: showProblem,
    })
    setPlayer(opened)
    await opened.playPart(times.from, times.to)
  }
  return player ? (
    <Stop player={player} onStopped={() => setPlayer(null)} />
  ) : (
    <IconButton size="small" icon={RunIcon} label={t('sound.play')} onClick={() => void begin()} />
  )
}

interface StopProps {
  player: Player
  /** It has come to its end, or could not begin. */
  onStopped: () => void
}

function Stop({ player, onStopped }: StopProps) {
  const t = useT()
  const { sound, isPlaying } = useSnapshot(player.state)
  const [hasBegun, setBegun] = useState(false)
  if (isPlaying && !hasBegun) setBegun(true)
  const isOver = sound === 'none' || (hasBegun && !isPlaying)
  useEffect(() => {
    if (isOver) onStopped()
  })
  return (
    <IconButton
      size="small"
      icon={PauseIcon}
      label={t('sound.pause')}
      aria-busy={sound === 'coming' || undefined}
      onClick={onStopped}
    />
  )
}

async function wordsOf(project: ProjectHandle, { id }: Recording) {
  const posted = await project.ask('spokenWords', { recordingId: id })
  return 'value' in posted ? unpackWords(posted.value) : []
}
