import type { ReactNode } from 'react'
import { formatNumber } from '../../../i18n/formats.ts'
import { useT } from '../../../i18n/useT.ts'
import { legendSizes } from '../../../model/canvas/legendSizes.ts'
import { hasChildren, isFolder, isHollow } from '../../../model/canvas/scene.ts'
import { cssColour, PALETTE } from '../../../model/palette.ts'
import { IconButton } from '../../../ui/fields/IconButton.tsx'
import { LegendIcon } from '../../../ui/icons.ts'
import { Popover } from '../../../ui/menus/Popover.tsx'
import type { Camera } from '../placing/camera.ts'
import type { Sight } from '../placing/sight.ts'

interface LegendProps {
  camera: Camera
  sight: Sight
}

/** The button in the footer that says how the map is read: what the size of a bubble means, as large as it is drawn now, and each other sign that is in use. */
export function Legend({ camera, sight }: LegendProps) {
  const t = useT()
  return (
    <Popover
      label={t('canvas.legend')}
      side="top"
      align="end"
      trigger={<IconButton icon={LegendIcon} label={t('canvas.legend')} />}
    >
      <Signs scale={camera.view.scale} sight={sight} />
    </Popover>
  )
}

/** Larger ones would fill the window. In px. */
const largest = 120

function Signs({ scale, sight }: { scale: number; sight: Sight }) {
  const t = useT()
  const { scene } = sight
  const drawn = scene.bubbles.filter(({ folded, frame }) => !folded && !frame)
  const sizes = legendSizes(drawn)
    .map(({ count, diameter }) => ({ count, px: diameter * scale }))
    .filter(({ px }) => px <= largest)
  const isApart = scene.bubbles.some(({ depth, r }) => depth > 1 && r > 0)
  return (
    <div className="canvas-legend">
      {sizes.length > 0 && (
        <div className="canvas-legend-sizes">
          {sizes.map(({ count, px }) => (
            <span key={count}>
              <i style={{ width: px, height: px }} />
              {formatNumber(count)}
            </span>
          ))}
        </div>
      )}
      <dl>
        <Sign words={t('canvas.legendArea')} />
        {drawn.some((bubble) => isFolder(scene, bubble)) && (
          <Sign words={t('canvas.legendRing')}>
            <RingMark />
          </Sign>
        )}
        {drawn.some(isHollow) && (
          <Sign words={t('canvas.legendHollow')}>
            <i className="canvas-legend-hollow" />
          </Sign>
        )}
        {isApart && drawn.some((bubble) => hasChildren(bubble)) && (
          <Sign words={t('canvas.legendLimb')}>
            <LimbMark />
          </Sign>
        )}
      </dl>
    </div>
  )
}

const Sign = ({ words, children }: { words: string; children?: ReactNode }) => (
  <div>
    <dt aria-hidden>{children}</dt>
    <dd>{words}</dd>
  </div>
)

/** Of the ring around a bubble into which others are folded: two shares in their colours. */
const RingMark = () => (
  <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden>
    <circle cx="11" cy="11" r="5.5" style={{ fill: cssColour(PALETTE[0].hex) }} />
    <circle className="canvas-legend-ring" cx="11" cy="11" r="9" style={{ stroke: cssColour(PALETTE[7].hex) }} />
    <path className="canvas-legend-ring" d="M11 2a9 9 0 0 1 0 18" style={{ stroke: cssColour(PALETTE[0].hex) }} />
  </svg>
)

const LimbMark = () => (
  <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden>
    <path d="M1 5q8 5 20 5.4v1.2Q9 12 1 17z" />
  </svg>
)
