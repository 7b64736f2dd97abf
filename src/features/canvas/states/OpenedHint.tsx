import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../../../i18n/useT.ts'
import { device } from '../../../state/device.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { touchOnly } from '../../../ui/keyboard.ts'
import { useMedia } from '../../../ui/useMedia.ts'
import type { Camera } from '../placing/camera.ts'
import type { Opened } from '../placing/opened.ts'
import { toScreen } from '../placing/viewport.ts'

/** Whoever has looked into a quirk so often knows it. */
const enough = 3
/** Passing over it is no looking. In ms. */
const looked = 1500

interface OpenedHintProps {
  opened: Opened
  camera: Camera
  writes: boolean
  untitled: string
}

/** The first times that a quirk opens: what has happened, and what can be done with what came out. One for each that opens. */
export function OpenedHint({ opened, camera, writes, untitled }: OpenedHintProps) {
  const { openedSeen } = useSnapshot(device)
  // It stays where it is while the canvas is panned.
  const [isAbove] = useState(() => isLow(opened, camera))
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
  return <OpenedHintBar title={title} writes={writes} isAbove={isAbove} onKnown={know} />
}

/** More of the canvas is free above it than below. */
function isLow({ tray }: Opened, { view, size }: Camera): boolean {
  const edges = tray.corners.map((corner) => toScreen(view, corner).y)
  return Math.min(...edges) > size.height - Math.max(...edges)
}

interface OpenedHintBarProps {
  title: string
  writes: boolean
  /** It stands at the top of the canvas. */
  isAbove?: boolean
  onKnown: () => void
}

export function OpenedHintBar({ title, writes, isAbove = false, onKnown }: OpenedHintBarProps) {
  const t = useT()
  const isTouched = useMedia(touchOnly)
  const words = isTouched
    ? t(writes ? 'canvas.openedHintTouch' : 'canvas.openedHintTouchRead', { title })
    : t(writes ? 'canvas.openedHint' : 'canvas.openedHintRead', { title })
  return (
    <div className="canvas-hint" role="note" data-above={isAbove || undefined}>
      <p>{words}</p>
      <Button kind="quiet" onClick={onKnown}>
        {t('ui.gotIt')}
      </Button>
    </div>
  )
}
