import { useT } from '../i18n/useT.ts'
import { CanvasIcon, ReadIcon } from '../ui/icons.ts'

export type Pane = 'canvas' | 'text'

const panes = [
  { pane: 'canvas', label: 'project.canvas', Mark: CanvasIcon },
  { pane: 'text', label: 'project.sidebar', Mark: ReadIcon },
] as const

/** On a phone canvas and text do not fit side by side: one of them at a time. */
export function PaneSwitch({ pane: shown, onChange }: { pane: Pane; onChange: (pane: Pane) => void }) {
  const t = useT()
  return (
    <div className="pane-switch">
      {panes.map(({ pane, label, Mark }) => (
        <button key={pane} type="button" aria-pressed={pane === shown} onClick={() => onChange(pane)}>
          <Mark aria-hidden />
          {t(label)}
        </button>
      ))}
    </div>
  )
}
