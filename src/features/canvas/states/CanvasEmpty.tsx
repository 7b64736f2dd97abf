import { useT } from '../../../i18n/useT.ts'
import { type ColourName, cssColour, PALETTE } from '../../../model/palette.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Button } from '../../../ui/fields/Button.tsx'
import { PlusIcon } from '../../../ui/icons.ts'

interface CanvasEmptyProps {
  /** Missing for those who may only look, as is the other. */
  onNew?: (() => void) | undefined
  /** Quirks that another program has come with its project or codebook. */
  onCodebook?: (() => void) | undefined
}

/** The first step of a project without quirks. */
export function CanvasEmpty({ onNew, onCodebook }: CanvasEmptyProps) {
  const t = useT()
  return (
    <div className="canvas-empty">
      <Sketch />
      <EmptyState
        title={t('canvas.empty')}
        actions={
          onNew && (
            <>
              <Button icon={PlusIcon} onClick={onNew}>
                {t('canvas.newQuirk')}
              </Button>
              {onCodebook && <Button onClick={onCodebook}>{t('canvas.importCodebook')}</Button>}
            </>
          )
        }
      >
        {t(onNew ? 'canvas.emptyText' : 'canvas.emptyReader')}
      </EmptyState>
    </div>
  )
}

const inColour = (name: ColourName) => {
  return { '--sketch': cssColour(PALETTE.find((one) => one.name === name)?.hex ?? PALETTE[0].hex) }
}
const sketched = { emerald: inColour('emerald'), orange: inColour('orange'), teal: inColour('teal') }

/** A branch with two quirks inside, and a passage that comes to one of them. */
const Sketch = () => (
  <svg className="canvas-empty-sketch" viewBox="0 0 232 120" aria-hidden>
    <path
      style={sketched.emerald}
      d="M24 62C22 34 40 14 74 8C106 2 136 10 148 32C158 52 152 84 132 102C110 118 62 118 40 104C28 96 25 80 24 62Z"
    />
    <circle style={sketched.emerald} cx="86" cy="66" r="27" />
    <circle style={sketched.orange} cx="52" cy="36" r="10" />
    <circle style={sketched.teal} cx="132" cy="44" r="14" />
    <path style={sketched.teal} d="M148 38Q170 22 194 26" />
    <rect style={sketched.teal} x="194" y="21" width="36" height="10" rx="3" />
  </svg>
)
