import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../../../i18n/useT.ts'
import { device } from '../../../state/device.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import type { Opened } from '../placing/opened.ts'

/** Whoever has looked into a quirk so often knows it. */
const enough = 3
/** Passing over it is no looking. In ms. */
const looked = 1500

interface OpenedHintProps {
  opened: Opened
  writes: boolean
  untitled: string
}

/** The first times that a quirk opens: what has happened, and what can be done with what came out. One for each that opens. */
export function OpenedHint({ opened, writes, untitled }: OpenedHintProps) {
  const { openedSeen } = useSnapshot(device)
  useEffect(() => {
    const began = performance.now()
    return () => {
      if (performance.now() - began > looked) device.openedSeen += 1
    }
  }, [])
  if (openedSeen >= enough) return null
  const title = opened.scene.bubbles[0]?.title.trim() || untitled
  const know = () => {
    device.openedSeen = enough
  }
  return <OpenedHintBar title={title} writes={writes} onKnown={know} />
}

interface OpenedHintBarProps {
  title: string
  writes: boolean
  onKnown: () => void
}

export function OpenedHintBar({ title, writes, onKnown }: OpenedHintBarProps) {
  const t = useT()
  return (
    <div className="canvas-hint" role="note">
      <p>{t(writes ? 'canvas.openedHint' : 'canvas.openedHintRead', { title })}</p>
      <Button kind="quiet" onClick={onKnown}>
        {t('ui.gotIt')}
      </Button>
    </div>
  )
}
