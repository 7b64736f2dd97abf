import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { keep, kept } from '../../../data/copies/keptText.ts'
import { useProject } from '../../../data/live/useLive.ts'
import { useSettings } from '../../../data/live/useSettings.ts'
import { device } from '../../../state/device.ts'
import { isRecoveryShown } from '../../../state/recoveryShown.ts'

/** How often it is looked, and said to the other tabs of the browser that somebody is here, in ms. */
const lookEvery = 10_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

interface IdleLockProps {
  /** When this tab asked for the project, in ms: what another tab locked since then, before this part had come, is locked here too. */
  since: number
  onIdle: () => void
}

/** Says of a protected project when nobody has typed or pointed in any of its tabs for as long as the settings say. */
export function IdleLock({ since, onIdle }: IdleLockProps) {
  const { uuid } = useProject()
  const { lockAfter } = useSettings(useSnapshot(device).settings)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it does when it is over is asked then
  useEffect(() => {
    const key = `thicket:active:${uuid}`
    const lockKey = `thicket:locked:${uuid}`
    const limit = lockAfter * 60_000
    let last = Date.now()
    let told = 0
    const noteHere = () => {
      last = Date.now()
      if (last - told < lookEvery) return
      told = last
      keep(key, String(last))
    }
    const look = () => {
      // A code that is shown once would be lost with the screen.
      if (isRecoveryShown()) return noteHere()
      // A tab in the background is as active as the one that is worked in. A clock that was set back tells nothing.
      const elsewhere = Math.min(Number(kept(key)), Date.now())
      if (Date.now() - Math.max(last, elsewhere) >= limit) lock()
    }
    const lock = () => {
      keep(lockKey, String(Date.now()))
      onIdle()
    }
    // A tab in the background looks rarely: it is told.
    const hear = ({ key: changed }: StorageEvent) => changed === lockKey && !isRecoveryShown() && onIdle()
    addEventListener('storage', hear)
    if (Number(kept(lockKey)) > since) onIdle()
    noteHere()
    const timer = setInterval(look, lookEvery)
    for (const sign of signs) addEventListener(sign, noteHere, { capture: true, passive: true })
    return () => {
      clearInterval(timer)
      removeEventListener('storage', hear)
      for (const sign of signs) removeEventListener(sign, noteHere, { capture: true })
    }
  }, [uuid, lockAfter, since])
  return null
}
