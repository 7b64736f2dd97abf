import { useRef } from 'react'
import { formatNumber } from '../../../i18n/formats.ts'
import { useT } from '../../../i18n/useT.ts'
import type { Circle } from '../../../model/canvas/grid.ts'
import type { BareOf } from '../../../state/viewProps.ts'
import type { Camera } from '../placing/camera.ts'
import { useTreeInStep } from '../placing/useTreeInStep.ts'

interface BareBubbleProps {
  camera: Camera
  at: Circle
  count: number
  of: BareOf
  onOpen: () => void
}

/** What a query lets through and no quirk has (`filteredAnswersQuirkId`): it can be looked into, nothing else. */
export function BareBubble({ camera, at, count, of, onOpen }: BareBubbleProps) {
  const t = useT()
  const layer = useRef<HTMLDivElement>(null)
  useTreeInStep(layer, camera)
  return (
    <div className="canvas-tree" ref={layer}>
      <button
        type="button"
        className="canvas-bare"
        aria-label={`${t(`query.bareCount.${of}`, { n: count })}. ${t('query.bareOpen')}`}
        style={{ left: at.x - at.r, top: at.y - at.r, width: at.r * 2, height: at.r * 2 }}
        onClick={onOpen}
      >
        <span>{formatNumber(count)}</span>
        <span className="canvas-bare-title">{t(`query.bare.${of}`)}</span>
      </button>
    </div>
  )
}
